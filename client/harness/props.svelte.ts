/** The props of the board on the test page. */

import type { ComponentProps } from "svelte";
import type Board from "../src/board/Board.svelte";

export type BoardProps = ComponentProps<typeof Board>;

/** Reactive props whose values are plain data. */
class HarnessProps implements BoardProps {
  scene: BoardProps["scene"] = $state.raw({ complete: true, box: [0, 0, 1, 1], order: [], layers: [], handles: [], prompt: "", breadcrumbs: [], panels: [] });
  symbols = $state("");
  theme: BoardProps["theme"] = $state("light");
  paths: NonNullable<BoardProps["paths"]> = $state.raw({});
  resetKey = $state(0);
  animationOff = $state(false);
  moveMs = $state(350);
  choices: NonNullable<BoardProps["choices"]> = $state.raw([]);
  highlighted: string | null = $state(null);
  /** Odds by action, for tests to set. */
  oddsByAction: Record<string, string> = $state.raw({});
  odds = (action: string): string => this.oddsByAction[action] ?? "";
  onact: NonNullable<BoardProps["onact"]> = () => undefined;
  onhover: NonNullable<BoardProps["onhover"]> = () => undefined;
  oninspect: NonNullable<BoardProps["oninspect"]> = () => undefined;
  onrule: NonNullable<BoardProps["onrule"]> = () => undefined;
  onpreview: NonNullable<BoardProps["onpreview"]> = () => Promise.reject(new Error("no previews"));
}

export const props = new HarnessProps();
