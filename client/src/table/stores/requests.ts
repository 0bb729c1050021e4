/** Questions to the server and their answers, held together by numbers. */

import type { Chances, Done, Explained, Hinted, Incoming, Outgoing, Previewed, Refused, Reviewed } from "../../types";

export type Reply = Done | Refused | Previewed | Chances | Hinted | Explained | Reviewed;

type Numbered = Extract<Outgoing, { id: number }>;
type Bare<T> = T extends Numbered ? Omit<T, "id"> : never;
/** A question without its number. */
export type Question = Bare<Numbered>;

/** Asks, and remembers who waits for which answer. */
export class Requests {
  #count = 0;
  #waiting = new Map<number, (reply: Reply | null) => void>();
  #send: (request: Outgoing) => boolean;

  /** `send` says whether the question could be sent at all. */
  constructor(send: (request: Outgoing) => boolean) {
    this.#send = send;
  }

  /** Ask; the answer, or null if the line is down or breaks before there is one. */
  ask(question: Question): Promise<Reply | null> {
    this.#count += 1;
    const id = this.#count;
    if (!this.#send({ ...question, id } as Outgoing)) return Promise.resolve(null);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  /** Hand an answer to whoever asked; false if it is not an answer to a question. */
  answered(incoming: Incoming): boolean {
    if (!("id" in incoming)) return false;
    this.#waiting.get(incoming.id)?.(incoming);
    this.#waiting.delete(incoming.id);
    return true;
  }

  /** The line broke: nobody will answer any more. */
  lost(): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const resolve of waiting) resolve(null);
  }
}
