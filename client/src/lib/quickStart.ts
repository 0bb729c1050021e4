/** Quick starts: games on one page, fetched once. */

import type { QuickStartText } from "../types";
import { fetchQuickStart } from "./api";
import { findGame } from "./games";

/** The part of an address that leads to the quick start on the page of the rules. */
export const QUICK_START_ANCHOR = "quick-start";

const cached = new Map<string, Promise<QuickStartText | null>>();

async function load(game: string): Promise<QuickStartText | null> {
  return (await findGame(game))?.has_quick_start ? fetchQuickStart(game) : null;
}

/** Return the quick start of a game, or null if it has none. A failed request is repeated at the next call. */
export function loadQuickStart(game: string): Promise<QuickStartText | null> {
  let page = cached.get(game);
  if (!page) {
    page = load(game);
    page.catch(() => cached.delete(game));
    cached.set(game, page);
  }
  return page;
}
