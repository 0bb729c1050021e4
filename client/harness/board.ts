/** A board without a table: tests and measurements give it scenes and read what it says. Not part of the client. */

import { mount } from "svelte";
import "../src/styles/tokens.css";
import "../src/styles/base.css";
import "./board.css";
import Board from "../src/board/Board.svelte";
import Miniature from "../src/board/Miniature.svelte";
import type { Previewed } from "../src/types";
import { held, type Given } from "./held.svelte";

/** What the board said, in order. */
const said: [string, unknown][] = [];
/** Previews that were asked for and not yet answered. */
const asked: { action: string; answer: (previewed: Previewed) => void }[] = [];
let board: Board | undefined;

const harness = {
  said,
  asked,
  /** Show these props; what is not given stays as it was. */
  show(given: Partial<Given>): void {
    Object.assign(held.props, given);
    document.documentElement.dataset.theme = held.props.theme;
    board ??= mount(Board, { target: document.getElementById("app")!, props: held.props }) as Board;
  },
  /** Show a picture instead. */
  picture(given: Given, label: string): void {
    const { scene, symbols, theme } = given;
    mount(Miniature, { target: document.getElementById("app")!, props: { scene, symbols, theme, label } });
  },
  /** Answer the oldest question. */
  answer(previewed: Partial<Previewed>): void {
    const { action, answer } = asked.shift()!;
    answer({ type: "previewed", id: 0, action, nodes: [], words: "", rule: "", refusal: "", ...previewed });
  },
  board: (): Board | undefined => board,
};

held.props.onact = (action) => said.push(["act", action]);
held.props.onhover = (action) => said.push(["hover", action]);
held.props.onrefuse = (miss) => said.push(["refuse", miss]);
held.props.onrule = (rule) => said.push(["rule", rule]);
held.props.onpreview = (action) => new Promise((answer) => asked.push({ action, answer }));
Object.assign(window, { harness });
