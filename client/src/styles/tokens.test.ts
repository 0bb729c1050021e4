import { describe, expect, test } from "vitest";
import renderer from "../../../src/hippodrome/kit/svg_renderer.py?raw";
import css from "./tokens.css?raw";

type Colours = Record<string, string>;

/** Return the colours in the style sheet's first block with a selector. */
function cssColours(selector: string): Colours {
  const start = css.indexOf(`${selector} {`);
  const matches = css.slice(start, css.indexOf("}", start)).matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/gi);
  return Object.fromEntries([...matches].map(([, name, colour]) => [name, colour?.toUpperCase()]));
}

const light = cssColours(":root");
const themes: Record<string, Colours> = {
  light,
  dark: { ...light, ...cssColours('[data-theme="dark"]') },
  contrast: { ...light, ...cssColours('[data-theme="contrast"]') },
};

/** Return the colours in a palette of the SVG renderer. */
function rendererColours(name: string): Colours {
  const start = renderer.indexOf(`\n${name}: Final = `);
  const matches = renderer.slice(start, renderer.indexOf("\n}", start)).matchAll(/"([\w-]+)": "(#[0-9A-F]{6})"/g);
  return Object.fromEntries([...matches].map(([, key, colour]) => [key, colour]));
}

function luminance(colour: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

const TEXT_COLOURS = ["ink", "muted", "link", "accent", "good", "harm", "warn-text"];
const BACKGROUNDS = ["page", "surface", "shade", "reading"];
const PAIRS: [string, string, number][] = [
  ...TEXT_COLOURS.flatMap((text) => BACKGROUNDS.map((background): [string, string, number] => [text, background, 4.5])),
  ["on-accent", "accent", 4.5],
  ["on-accent", "accent-hover", 4.5],
  ["figure", "band", 4.5],
  // parts that must be visible to use a control: field borders, focus rings, state marks
  ["edge", "surface", 3],
  ["edge", "page", 3],
  ["link", "page", 3],
  ["warn", "surface", 3],
];

describe("the colours", () => {
  test("are those of the boards, in the light and dark themes", () => {
    const boardLight = rendererColours("_LIGHT");
    const boardDark = { ...boardLight, ...rendererColours("_DARK") };
    const shared = Object.keys(light).filter((name) => name in boardLight);
    expect(shared).toContain("seat7-mark");
    expect(shared.length).toBeGreaterThan(20);
    for (const name of shared) {
      expect([name, themes.light?.[name]]).toEqual([name, boardLight[name]]);
      expect([name, themes.dark?.[name]]).toEqual([name, boardDark[name]]);
    }
  });

  test("of the high-contrast theme are black and white, with grey patterns", () => {
    for (const colour of Object.values(cssColours('[data-theme="contrast"]')))
      expect(["#000000", "#FFFFFF", "#8A8A8A", "#333333"]).toContain(colour);
  });

  test.each(Object.keys(themes))("have sufficient contrast: %s", (theme) => {
    const colours = themes[theme] ?? {};
    const weak = PAIRS.map(([text, background, minimum]) => {
      const value = contrast(colours[text] ?? "", colours[background] ?? "");
      return value >= minimum ? "" : `${text} on ${background}: ${value.toFixed(2)}, below ${minimum}`;
    });
    expect(weak.filter(Boolean)).toEqual([]);
  });
});
