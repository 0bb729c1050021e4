/** Sentences the table makes itself, about people and places. */

import { FACTIONS } from "../../lib/format";
import type { Info, SeatInfo } from "../../types";

const CLAUSE = /\b[A-Z]{2,4}-[A-Z]?\d+(?:\.\d+)*[a-z]?\b/;

/** A part of the trail: words, a clause, or both. */
export interface Step {
  text: string;
  rule: string;
}

/** The trail with its clauses apart; the rule behind the question is its end. */
export function trailOf(trail: readonly string[], rule: string): Step[] {
  const steps = trail.map((part) => {
    const found = CLAUSE.exec(part)?.[0] ?? "";
    return { text: part.replace(found, "").trim(), rule: found };
  });
  if (!rule || steps.some((step) => step.rule === rule)) return steps;
  return [...steps, { text: "", rule }];
}

/** What a seat is called: "Red", or "Red (Anna)". */
export function calledSeat(info: Info, seat: number): string {
  const faction = FACTIONS[seat] ?? "Nobody";
  const name = info.seats[seat]?.name ?? "";
  return name && name !== faction ? `${faction} (${name})` : faction;
}

/** Words in a row: "Red", "Red and Blue", "Red, Blue and Gold". */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1) ?? ""}`;
}

/** Whether a program decides for a seat. */
export function byProgram(seat: SeatInfo | undefined): boolean {
  return seat !== undefined && (!seat.person || seat.level !== "");
}

/** Whom the table waits for. */
export function waitingFor(info: Info, seats: readonly number[]): string {
  const people = seats.filter((seat) => !byProgram(info.seats[seat]));
  if (!seats.length || info.over) return "";
  if (!people.length) return seats.length === 1 ? "A program is thinking." : "The programs are thinking.";
  const away = people.filter((seat) => !info.seats[seat]?.here);
  const names = listed(people.map((seat) => calledSeat(info, seat)));
  if (away.length < people.length) return `Waiting for ${names}.`;
  return `Waiting for ${names}, who ${away.length === 1 ? "is" : "are"} not here at the moment.`;
}

/** How a seat is taken, in a few words. */
export function standing(seat: SeatInfo, mine: boolean, over: boolean): string {
  if (!seat.person) return seat.level ? `Program, ${seat.level}` : "";
  if (seat.level && over) return mine ? "You; a program played to the end" : "Left; a program played to the end";
  if (seat.level) return mine ? "A program plays on for you" : `Left; a program plays on (${seat.level})`;
  if (mine) return "You";
  return seat.here ? "Here" : "Away";
}

/** What leaving a seat means: when nobody else is left, programs go on without a pause. */
export function leaving(info: Info, seat: number, mine: boolean): string {
  const others = info.seats.some((one, at) => at !== seat && !byProgram(one));
  const who = mine ? "you" : calledSeat(info, seat);
  if (others) return `A program plays on for ${who}; ${mine ? "come back" : "the seat can be taken back"} any time.`;
  const end = "Then only programs are left, and they play to the end without a pause.";
  return mine ? `${end} You can just close the page instead: your seat waits for you.` : end;
}

/** The title of the page. */
export function pageTitle(info: Info, deciding: boolean, over: boolean): string {
  const name = `${info.title}: ${info.scenario_title}`;
  if (deciding) return `Your turn - ${name}`;
  return over ? `Over - ${name}` : name;
}

/** The pieces of a sentence with dice: the words before and after them. Null if the dice are not named in it. */
export function aroundDice(text: string, dice: readonly number[]): [string, string] | null {
  if (!dice.length) return null;
  const written = dice.join(" ");
  const found = [...text.matchAll(new RegExp(`(?<![\\w/])${written}(?![\\w/])`, "g"))].at(-1); // what is needed may come first
  return found ? [text.slice(0, found.index), text.slice(found.index + written.length)] : null;
}

/** 1st, 2nd, 3rd, 4th. */
export function ordinal(place: number): string {
  const tens = place % 100;
  const ending = tens > 10 && tens < 14 ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th");
  return `${place}${ending}`;
}

/** A text in which no figure stands apart from its sign: 61 %. */
export function held(text: string): string {
  return text.replaceAll(" %", "\u00a0%");
}
