/** Requests to the server, matched with their replies by number. */

import type { DestinationsFound, Done, Explained, Hinted, Incoming, Inspected, OddsResult, Outgoing, Planned, Previewed, Rejected, Reviewed } from "../../types";

export type Reply = Done | Rejected | Previewed | Inspected | DestinationsFound | Planned | OddsResult | Hinted | Explained | Reviewed;

type NumberedRequest = Extract<Outgoing, { id: number }>;
type WithoutId<T> = T extends NumberedRequest ? Omit<T, "id"> : never;
/** A request without its number. */
export type RequestBody = WithoutId<NumberedRequest>;

/** Sends requests and resolves each with its reply. */
export class Requests {
  #lastId = 0;
  #pending = new Map<number, (reply: Reply | null) => void>();
  #send: (request: Outgoing) => boolean;

  /** `send` returns whether the request could be sent. */
  constructor(send: (request: Outgoing) => boolean) {
    this.#send = send;
  }

  /** Send a request. Return the reply, or null if the connection is down or is lost before the reply. */
  send(body: RequestBody): Promise<Reply | null> {
    this.#lastId += 1;
    const id = this.#lastId;
    if (!this.#send({ ...body, id } as Outgoing)) return Promise.resolve(null);
    return new Promise((resolve) => this.#pending.set(id, resolve));
  }

  /** Resolve the request that a message replies to. Return false if the message is not a reply. */
  resolve(incoming: Incoming): boolean {
    if (!("id" in incoming)) return false;
    this.#pending.get(incoming.id)?.(incoming);
    this.#pending.delete(incoming.id);
    return true;
  }

  /** Resolve all pending requests with null, because the connection was lost. */
  failAll(): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const resolve of pending) resolve(null);
  }
}
