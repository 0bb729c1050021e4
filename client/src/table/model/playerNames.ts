/** The players' names in the texts of the server, which knows the seats by their factions only. */

import { FACTIONS } from "../../lib/format";
import type { SeatInfo } from "../../types";

/** The fields of messages that are texts for players, or lists of such texts. All other strings are ids and drawing data. */
const TEXT_FIELDS = new Set([
  "prompt", "breadcrumbs", "title", "rows", "label", "warning", "text", "description", "undo", "verdict", "summary", "reasons", "notes",
  "played", "better", "hints",
]);

/** Return the name of a player with the faction: "Ann (Red)", or "Red" if the player has no name. */
export function playerName(faction: string, name: string): string {
  return name && name !== faction ? `${name} (${faction})` : faction;
}

/** Replaces factions by players: "Red's axle" by "Ann's axle", and any other "Red" by "Ann (Red)". */
export class PlayerNames {
  /** The names of the players by faction. */
  readonly #players = new Map<string, string>();
  readonly #pattern: RegExp | null;
  /** The named parts, so that an unchanged layer is the same object again. */
  readonly #named = new WeakMap<object, object>();

  constructor(seats: readonly SeatInfo[]) {
    for (const seat of seats) if (seat.name && seat.name !== seat.faction) this.#players.set(seat.faction, seat.name);
    const factions = FACTIONS.filter((faction) => this.#players.has(faction));
    this.#pattern = factions.length ? new RegExp(`\\b(${factions.join("|")})\\b('s)?`, "g") : null;
  }

  /** A text that changes when a name does. */
  get key(): string {
    return [...this.#players].map(([faction, name]) => `${faction} ${name}`).join("\n");
  }

  /** Return a text with the players' names. */
  inText(text: string): string {
    if (!this.#pattern) return text;
    return text.replace(this.#pattern, (_, faction: string, possessive: string | undefined) => {
      const name = this.#players.get(faction) ?? faction;
      return possessive ? `${name}'s` : playerName(faction, name);
    });
  }

  /** Return a message, or a part of it, with the players' names in its texts. A part without a name is the same object. */
  inMessage<T extends object>(message: T): T {
    return this.#pattern ? (this.#inValue(message, false) as T) : message;
  }

  #inValue(value: unknown, isText: boolean): unknown {
    if (typeof value === "string") return isText ? this.inText(value) : value;
    if (typeof value !== "object" || value === null) return value;
    const known = this.#named.get(value);
    if (known) return known;
    const named = Array.isArray(value) ? this.#inList(value, isText) : this.#inFields(value as Record<string, unknown>);
    this.#named.set(value, named);
    return named;
  }

  #inList(list: readonly unknown[], isText: boolean): object {
    const named = list.map((item) => this.#inValue(item, isText));
    return named.some((item, index) => item !== list[index]) ? named : list;
  }

  #inFields(fields: Readonly<Record<string, unknown>>): object {
    const named = Object.entries(fields).map(([name, value]) => [name, this.#inValue(value, TEXT_FIELDS.has(name))] as const);
    return named.some(([name, value]) => value !== fields[name]) ? Object.fromEntries(named) : fields;
  }
}
