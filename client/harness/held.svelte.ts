import type { ComponentProps } from "svelte";
import type Board from "../src/board/Board.svelte";

export type Given = ComponentProps<typeof Board>;

/** The props of the board: they react, but what is in them is plain. */
class Held implements Given {
  scene: Given["scene"] = $state.raw({ whole: true, box: [0, 0, 1, 1], order: [], layers: [], handles: [], prompt: "", trail: [], panels: [] });
  symbols = $state("");
  theme: Given["theme"] = $state("light");
  paths: NonNullable<Given["paths"]> = $state.raw({});
  frame = $state(0);
  still = $state(false);
  pace = $state(350);
  choices: NonNullable<Given["choices"]> = $state.raw([]);
  lit: string | null = $state(null);
  chances: Record<string, string> = $state.raw({});
  odds = (action: string): string => this.chances[action] ?? "";
  onact: NonNullable<Given["onact"]> = () => undefined;
  onhover: NonNullable<Given["onhover"]> = () => undefined;
  onrefuse: NonNullable<Given["onrefuse"]> = () => undefined;
  onrule: NonNullable<Given["onrule"]> = () => undefined;
  onpreview: NonNullable<Given["onpreview"]> = () => Promise.reject(new Error("nobody"));
}

export const held = { props: new Held() };
