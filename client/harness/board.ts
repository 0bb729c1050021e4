/** Board test page: tests and benchmarks pass it scenes and read its events. Not part of the client. */

import { mount } from "svelte";
import "../src/styles/tokens.css";
import "../src/styles/base.css";
import "./board.css";
import Board from "../src/board/Board.svelte";
import Miniature from "../src/board/Miniature.svelte";
import type { Previewed } from "../src/types";
import { props, type BoardProps } from "./props.svelte";

/** The board's events in order: name and argument. */
const events: [string, unknown][] = [];
/** Preview requests that are not yet answered. */
const previewRequests: { action: string; resolve: (previewed: Previewed) => void }[] = [];
let board: Board | undefined;

const harness = {
  events,
  previewRequests,
  /** Show the board with these props; the others keep their values. */
  show(changes: Partial<BoardProps>): void {
    Object.assign(props, changes);
    document.documentElement.dataset.theme = props.theme;
    board ??= mount(Board, { target: document.getElementById("app")!, props }) as Board;
  },
  /** Show a still picture instead. */
  showMiniature({ scene, symbols, theme }: BoardProps, label: string): void {
    mount(Miniature, { target: document.getElementById("app")!, props: { scene, symbols, theme, label } });
  },
  /** Answer the oldest preview request. */
  answerPreview(previewed: Partial<Previewed>): void {
    const { action, resolve } = previewRequests.shift()!;
    resolve({ type: "previewed", id: 0, action, nodes: [], description: "", rule: "", refusal: "", ...previewed });
  },
  board: (): Board | undefined => board,
};

props.onact = (action) => events.push(["act", action]);
props.onhover = (action) => events.push(["hover", action]);
props.oninspect = (thing) => events.push(["inspect", thing]);
props.onrule = (rule) => events.push(["rule", rule]);
props.onpreview = (action) => new Promise((resolve) => previewRequests.push({ action, resolve }));
Object.assign(window, { harness });
