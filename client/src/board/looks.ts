/** What every board of the page draws with: style sheets, patterns and symbols, put into the page once. */

import { patternsAddress, styleAddress, textAt } from "../lib/api";
import type { Look } from "../lib/settings.svelte";
import { inside } from "./draw";

const SVG = "http://www.w3.org/2000/svg";
const dressed = new Map<Look, Promise<void>>();
const sown = new Set<string>();

/** Have a theme's style and patterns in the page; what fails is tried again next time. */
export function dress(look: Look): Promise<void> {
  let found = dressed.get(look);
  if (!found) {
    found = Promise.all([styled(look), textAt(patternsAddress(look)).then((text) => sow(text, look))]).then(() => undefined);
    found.catch(() => dressed.delete(look));
    dressed.set(look, found);
  }
  return found;
}

function styled(look: Look): Promise<void> {
  return new Promise((done, fail) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = styleAddress(look);
    link.onload = () => done();
    link.onerror = () => {
      link.remove();
      fail(new Error(`the style of ${look} cannot be loaded`));
    };
    document.head.append(link);
  });
}

/** Put symbols or patterns into the page, where every drawing finds them; patterns have the colours of their theme. */
export function sow(text: string, look?: Look): void {
  const key = `${look ?? ""} ${text}`;
  if (!text || sown.has(key)) return;
  sown.add(key);
  document.body.append(parsed(inside(text), look));
}

/** The page may not allow styles written in its text, but a script may set the same ones. */
function parsed(text: string, look?: Look): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", look ? `scene ${look}` : "scene");
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
