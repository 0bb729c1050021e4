/** Sounds, announcements and notifications for new moments. */

import { announce } from "../../lib/announce.svelte";
import { notify } from "../../lib/notify";
import { toast } from "../../lib/shell.svelte";
import { playSound } from "../../lib/sounds";
import type { ChatMessage, MatchInfo } from "../../types";
import { mergeLines } from "../model/log";
import type { Moment } from "../model/moment";
import { seatName } from "../model/phrases";
import { LiveRegion } from "./liveRegion";
import type { MatchStore } from "./matchStore.svelte";

const isDeciding = (moment: Moment | null): boolean => (moment?.frame.ask?.mine ?? -1) >= 0;

/** Return the sentences to announce for a moment; `before` is null for the first one. */
export function announcements(now: Moment, before: Moment | null): string[] {
  const { frame, scene } = now;
  const sentences = before ? mergeLines(frame.lines).map((entry) => entry.line.text) : [];
  if (frame.undone) sentences.unshift("A move was undone.");
  if (frame.outcome && !before?.frame.outcome) sentences.push(frame.outcome.verdict);
  if (isDeciding(now) && (before?.frame.n !== frame.n || !isDeciding(before))) sentences.push(`Your decision. ${scene.prompt}`);
  return sentences;
}

/** Return the announcement of a chat message. */
export function chatAnnouncement(info: MatchInfo, { seat, text }: ChatMessage): string {
  return `${seatName(info, seat)} says: ${text}`;
}

/** Announce, play sounds and notify as moments are shown. Return a function that stops it. */
export function startEffects(match: MatchStore): () => void {
  const liveRegion = new LiveRegion(announce);
  const unsubscribe = match.subscribe((now, before) => {
    liveRegion.add(...announcements(now, before));
    if (!before) return;
    playSounds(now, before);
    if (isDeciding(now) && !isDeciding(before) && match.info)
      notify(`Your turn: ${match.info.title}`, now.scene.prompt, `/match/${match.id}`, `turn ${match.id}`);
  });
  match.onChat = (speech) => {
    if (speech.seat < 0) toast(speech.text);
    else if (match.info && !match.mine.includes(speech.seat)) liveRegion.add(chatAnnouncement(match.info, speech));
  };
  return () => {
    unsubscribe();
    liveRegion.clear();
  };
}

function playSounds(now: Moment, before: Moment): void {
  const { frame } = now;
  if (frame.outcome && !before.frame.outcome) playSound("victory");
  else if (frame.lines.some((line) => line.highlight)) playSound("damage");
  else if (frame.lines.some((line) => line.dice.length)) playSound("dice");
  else if (Object.keys(frame.paths).length) playSound("move");
  if (!frame.outcome && isDeciding(now) && !isDeciding(before)) playSound("turn");
}
