/** What a new moment means for ears, and for eyes that look elsewhere. */

import { announce } from "../../lib/announce.svelte";
import { notify } from "../../lib/notify";
import { playSound } from "../../lib/sounds";
import type { Info, Speech } from "../../types";
import type { Match } from "./match.svelte";
import type { Moment } from "../model/moment";
import { entries } from "../model/story";
import { Teller } from "./teller";
import { calledSeat } from "../model/words";

const decides = (moment: Moment | null): boolean => (moment?.frame.ask?.mine ?? -1) >= 0;

/** What is to be said of a moment, after the one before. */
export function sentences(now: Moment, before: Moment | null): string[] {
  const { frame, scene } = now;
  const told = before ? entries(frame.lines).map((entry) => entry.line.text) : [];
  if (frame.undone) told.unshift("A move was taken back.");
  if (frame.outcome && !before?.frame.outcome) told.push(frame.outcome.verdict);
  if (decides(now) && (before?.frame.n !== frame.n || !decides(before))) told.push(`Your decision. ${scene.prompt}`);
  return told;
}

/** What somebody said, as it is read out. */
export function spokenBy(info: Info, { seat, text }: Speech): string {
  return `${calledSeat(info, seat)} says: ${text}`;
}

/** Tell, play and notify as moments are shown. */
export function follow(match: Match): () => void {
  const teller = new Teller(announce);
  const off = match.watch((now, before) => {
    teller.tell(...sentences(now, before));
    if (!before) return;
    play(now, before);
    if (decides(now) && !decides(before) && match.info)
      notify(`Your turn: ${match.info.title}`, now.scene.prompt, `/match/${match.id}`, `turn ${match.id}`);
  });
  match.onsaid = (speech) => {
    if (match.info && !match.mine.includes(speech.seat)) teller.tell(spokenBy(match.info, speech));
  };
  return () => {
    off();
    teller.hush();
  };
}

function play({ frame }: Moment, before: Moment): void {
  if (frame.outcome && !before.frame.outcome) playSound("victory");
  else if (frame.lines.some((line) => line.loud)) playSound("damage");
  else if (frame.lines.some((line) => line.dice.length)) playSound("dice");
  else if (Object.keys(frame.paths).length) playSound("move");
  if (!frame.outcome && (frame.ask?.mine ?? -1) >= 0 && (before.frame.ask?.mine ?? -1) < 0) playSound("turn");
}
