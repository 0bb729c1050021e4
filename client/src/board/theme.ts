/** Style sheets, patterns and symbols that all boards of the page share; each is added to the page once. */

import { fetchText, themeCssUrl, themePatternsUrl } from "../lib/api";
import type { ShownTheme } from "../lib/settings.svelte";
import { innerSvg } from "./draw";

const SVG = "http://www.w3.org/2000/svg";
const loading = new Map<ShownTheme, Promise<void>>();
const injected = new Set<string>();

/** Load the style sheet and the patterns of a theme into the page. A failure is retried at the next call. */
export function loadTheme(theme: ShownTheme): Promise<void> {
  let loaded = loading.get(theme);
  if (!loaded) {
    const patterns = fetchText(themePatternsUrl(theme)).then((text) => injectSymbols(text, theme));
    loaded = Promise.all([addStyleSheet(theme), patterns]).then(() => undefined);
    loaded.catch(() => loading.delete(theme));
    loading.set(theme, loaded);
  }
  return loaded;
}

function addStyleSheet(theme: ShownTheme): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = themeCssUrl(theme);
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`the style sheet of theme ${theme} could not be loaded`));
    };
    document.head.append(link);
  });
}

/** Add symbols or patterns to the page, where every drawing can use them. Patterns have the colours of their theme. */
export function injectSymbols(text: string, theme?: ShownTheme): void {
  const key = `${theme ?? ""} ${text}`;
  if (!text || injected.has(key)) return;
  injected.add(key);
  document.body.append(parseSymbols(innerSvg(text), theme));
}

/** Return a hidden svg element with the symbols. The page's policy forbids inline styles, so the script sets them. */
function parseSymbols(text: string, theme?: ShownTheme): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", theme ? `scene ${theme}` : "scene");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("width", "0");
  svg.setAttribute("height", "0");
  svg.style.position = "absolute";
  svg.innerHTML = `<defs>${text.replaceAll(/\sstyle=/g, " data-style=")}</defs>`;
  for (const element of svg.querySelectorAll<SVGElement>("[data-style]")) {
    for (const rule of (element.dataset.style ?? "").split(";")) {
      const colon = rule.indexOf(":");
      if (colon > 0) element.style.setProperty(rule.slice(0, colon).trim(), rule.slice(colon + 1).trim());
    }
    element.removeAttribute("data-style");
  }
  return svg;
}
