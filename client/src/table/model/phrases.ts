/** Texts about seats, the breadcrumbs, and log lines. */

import { FACTIONS } from "../../lib/format";
import type { Line, MatchInfo, SeatInfo } from "../../types";
import { playerName } from "./playerNames";

const CLAUSE = /\b[A-Z]{2,4}-[A-Z]?\d+(?:\.\d+)*[a-z]?\b/;

/** A part of the breadcrumbs: a text, a clause id, or both. */
export interface BreadcrumbPart {
  text: string;
  rule: string;
}

/** Separate the clause ids of the breadcrumbs from its texts, and end with the rule of the decision. */
export function splitBreadcrumbs(breadcrumbs: readonly string[], rule: string): BreadcrumbPart[] {
  const parts = breadcrumbs.map((part) => {
    const clause = CLAUSE.exec(part)?.[0] ?? "";
    return { text: part.replace(clause, "").trim(), rule: clause };
  });
  if (!rule || parts.some((part) => part.rule === rule)) return parts;
  return [...parts, { text: "", rule }];
}

/** Return the name of a seat: "Red", or "Anna (Red)". */
export function seatName(info: MatchInfo, seat: number): string {
  return playerName(FACTIONS[seat] ?? "Unknown", info.seats[seat]?.name ?? "");
}

/** Join names: "Red", "Red and Blue", "Red, Blue and Gold". */
export function joinNames(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
}

/** Return whether a bot plays a seat. */
export function isBotSeat(seat: SeatInfo | undefined): boolean {
  return seat !== undefined && (!seat.person || seat.level !== "");
}

/** Return who the table is waiting for, or "" if the match is over. */
export function waitingText(info: MatchInfo, seats: readonly number[]): string {
  const people = seats.filter((seat) => !isBotSeat(info.seats[seat]));
  if (!seats.length || info.over) return "";
  if (!people.length) return seats.length === 1 ? "The bot is thinking." : "The bots are thinking.";
  const isAnyoneHere = people.some((seat) => info.seats[seat]?.online);
  const names = joinNames(people.map((seat) => seatName(info, seat)));
  return isAnyoneHere ? `Waiting for ${names}.` : `Waiting for ${names} (offline).`;
}

/** Return who plays a seat, in a few words. */
export function seatStatus(seat: SeatInfo, isMine: boolean, isOver: boolean): string {
  if (!seat.person) return seat.level ? `Bot, ${seat.level}` : "";
  if (seat.level && isOver) return isMine ? "You; a bot finished for you" : "Left; a bot finished";
  if (seat.level) return isMine ? "A bot is playing for you" : `Left; a bot is playing (${seat.level})`;
  if (seat.invited) return "Invited, not joined yet";
  const devices = seat.devices > 1 ? `, on ${seat.devices} devices or tabs` : "";
  if (isMine) return `You${devices}`;
  return seat.online ? `Online${devices}` : "Offline";
}

/** Return a sentence for each seat of this browser that has more connections than before. */
export function sharedSeatNotices(before: MatchInfo | null, now: MatchInfo, mine: readonly number[], isHost: boolean): string[] {
  const advice = isHost ? "" : " If that is not you, ask the host for a new link.";
  return mine.flatMap((seat) => {
    const count = now.seats[seat]?.devices ?? 0;
    if (count < 2 || count <= (before?.seats[seat]?.devices ?? 0)) return [];
    return [`${seatName(now, seat)}, your seat, is open on ${count} devices or tabs.${advice}`];
  });
}

/** Return what happens when a seat is left to a bot. Without any other person, the bots play to the end at once. */
export function leaveWarning(info: MatchInfo, seat: number, isMine: boolean): string {
  const hasOthers = info.seats.some((one, index) => index !== seat && !isBotSeat(one));
  if (hasOthers && isMine) return "A bot will play for you. You can come back at any time.";
  if (hasOthers) return `A bot will play for ${seatName(info, seat)}, who can come back at any time.`;
  const onlyBots = "Only bots will be left, and they will play to the end without a pause.";
  return isMine ? `${onlyBots} You can just close the page instead: your seat waits for you.` : onlyBots;
}

/** Return the title of the page. */
export function pageTitle(info: MatchInfo, isDeciding: boolean, isOver: boolean): string {
  const name = `${info.title}: ${info.scenario_title}`;
  if (isDeciding) return `Your turn - ${name}`;
  return isOver ? `Finished - ${name}` : name;
}

/** Split the sentence of a line into the texts before and after its dice. Return null if it does not contain them. */
export function splitAtDice({ text, dice, dice_at }: Line): [string, string] | null {
  return dice_at < 0 ? null : [text.slice(0, dice_at), text.slice(dice_at + dice.join(" ").length)];
}

/** Format a place as 1st, 2nd, 3rd, 4th. */
export function ordinal(place: number): string {
  const tens = place % 100;
  const ending = tens > 10 && tens < 14 ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th");
  return `${place}${ending}`;
}

/** Keep each percent sign on the same line as its number. */
export function joinPercents(text: string): string {
  return text.replaceAll(" %", "\u00a0%");
}
