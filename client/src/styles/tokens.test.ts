import { describe, expect, test } from "vitest";
import kit from "../../../src/hippodrome/kit/svg_renderer.py?raw";
import css from "./tokens.css?raw";

type Colours = Record<string, string>;

function block(selector: string): Colours {
  const start = css.indexOf(`${selector} {`);
  const found = css.slice(start, css.indexOf("}", start)).matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/gi);
  return Object.fromEntries([...found].map(([, name, colour]) => [name, colour?.toUpperCase()]));
}

const light = block(":root");
const themes: Record<string, Colours> = {
  light,
  dark: { ...light, ...block('[data-theme="dark"]') },
  contrast: { ...light, ...block('[data-theme="contrast"]') },
};

function painted(name: string): Colours {
  const start = kit.indexOf(`\n${name}: Final = `);
  const found = kit.slice(start, kit.indexOf("\n}", start)).matchAll(/"([\w-]+)": "(#[0-9A-F]{6})"/g);
  return Object.fromEntries([...found].map(([, key, colour]) => [key, colour]));
}

function brightness(colour: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [brightness(one), brightness(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

const TEXTS = ["ink", "muted", "link", "accent", "good", "harm", "warn-text"];
const GROUNDS = ["page", "surface", "shade", "reading"];
const PAIRS: [string, string, number][] = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground): [string, string, number] => [text, ground, 4.5])),
  ["on-accent", "accent", 4.5],
  ["on-accent", "accent-hover", 4.5],
  ["figure", "band", 4.5],
  // what one must see to use it: the edges of fields, focus rings, marks of state
  ["edge", "surface", 3],
  ["edge", "page", 3],
  ["link", "page", 3],
  ["warn", "surface", 3],
];

describe("the colours", () => {
  test("are those of the boards, in the light and in the dark", () => {
    const kitLight = painted("_LIGHT");
    const kitDark = { ...kitLight, ...painted("_DARK") };
    const shared = Object.keys(light).filter((name) => name in kitLight);
    expect(shared).toContain("seat7-mark");
    expect(shared.length).toBeGreaterThan(20);
    for (const name of shared) {
      expect([name, themes.light?.[name]]).toEqual([name, kitLight[name]]);
      expect([name, themes.dark?.[name]]).toEqual([name, kitDark[name]]);
    }
  });

  test("of the theme of contrasts are black and white, with grey patterns", () => {
    for (const colour of Object.values(block('[data-theme="contrast"]')))
      expect(["#000000", "#FFFFFF", "#8A8A8A", "#333333"]).toContain(colour);
  });

  test.each(Object.keys(themes))("are told apart by everybody: %s", (theme) => {
    const colours = themes[theme] ?? {};
    const weak = PAIRS.map(([text, ground, least]) => {
      const value = contrast(colours[text] ?? "", colours[ground] ?? "");
      return value >= least ? "" : `${text} on ${ground}: ${value.toFixed(2)}, not ${least}`;
    });
    expect(weak.filter(Boolean)).toEqual([]);
  });
});
