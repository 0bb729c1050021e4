/** The address bar: which page is shown, how to get to another, and what a screen reader hears about it. */

import { announce } from "./announce.svelte";

export type PageName =
  | "home"
  | "setup"
  | "invite"
  | "match"
  | "sheets"
  | "blankSheets"
  | "campaign"
  | "rulebookList"
  | "rulebook"
  | "lab"
  | "newExperiment"
  | "experiment"
  | "verify"
  | "about"
  | "notFound";

/** Where the visitor is. */
export interface Route {
  page: PageName;
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
  hash: string;
}

export interface NavigateOptions {
  /** Put the new address in place of the one shown, so that Back skips it. */
  replace?: boolean;
  /** The page stays as it is: neither scroll nor focus moves. */
  keepPosition?: boolean;
}

/** What of a browser's window the router needs. */
export interface RouterWindow {
  location: { href: string; origin: string };
  history: Pick<History, "pushState" | "replaceState" | "state" | "scrollRestoration">;
  document: { title: string };
  scrollY: number;
  scrollTo(x: number, y: number): void;
  addEventListener(type: "popstate", listener: () => void): void;
}

const SITE = "Hippodrome";
const ROUTES: readonly (readonly [PageName, string])[] = [
  ["home", "/"],
  ["setup", "/new/:game"],
  ["invite", "/invite/:id"],
  ["match", "/match/:id"],
  ["sheets", "/match/:id/sheets"],
  ["blankSheets", "/sheets/:game/:scenario"],
  ["campaign", "/campaign/:id"],
  ["rulebookList", "/rules"],
  ["rulebook", "/rules/:game"],
  ["lab", "/laboratory"],
  ["newExperiment", "/laboratory/new"],
  ["experiment", "/laboratory/:id"],
  ["verify", "/verify"],
  ["about", "/about"],
];

/** The place an address leads to; an address nobody knows leads to the page "notFound". */
export function parseAddress(address: string, base = "http://localhost"): Route {
  const url = new URL(address, base);
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/+$/, "") || "/" : url.pathname;
  const rest = { path, query: url.searchParams, hash: decode(url.hash.slice(1)) };
  for (const [page, pattern] of ROUTES) {
    const params = matchPattern(pattern, path);
    if (params) return { page, params, ...rest };
  }
  return { page: "notFound", params: {}, ...rest };
}

function matchPattern(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [at, word] of wanted.entries()) {
    const found = given[at] ?? "";
    if (word.startsWith(":")) params[word.slice(1)] = decode(found);
    else if (word !== found) return null;
  }
  return params;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The router. There is one, `router`; tests make their own. */
export class Router {
  /** Where the visitor is; pages read it and follow it. */
  route: Route = $state.raw(parseAddress("/"));
  /** How often a page was gone to: 0 until the first time. A page that stays still does not count. */
  turns = 0;
  /** How far down the page was when it was last left, for one that is come back to. */
  scroll = 0;

  #host: RouterWindow | null = null;
  #told = -1;
  #title = "";

  /** Take over the address bar. */
  start(host: RouterWindow): void {
    this.#host = host;
    host.history.scrollRestoration = "manual";
    host.addEventListener("popstate", () => this.#popped());
    this.route = parseAddress(host.location.href);
  }

  /** Go to an address of this site. */
  navigate(to: string, { replace = false, keepPosition = false }: NavigateOptions = {}): void {
    const host = this.#host;
    if (!host) return;
    const url = new URL(to, host.location.href);
    if (replace || url.href === host.location.href) host.history.replaceState(host.history.state, "", url.href);
    else {
      host.history.replaceState({ scroll: host.scrollY }, "", host.location.href);
      host.history.pushState(null, "", url.href);
    }
    this.#arrive(0, keepPosition);
  }

  #popped(): void {
    const state: unknown = this.#host?.history.state;
    const kept = typeof state === "object" && state !== null && "scroll" in state ? Number(state.scroll) : 0;
    this.#arrive(kept || 0, false);
  }

  #arrive(scroll: number, keepPosition: boolean): void {
    const host = this.#host;
    if (!host) return;
    const before = this.route;
    this.route = parseAddress(host.location.href);
    this.scroll = scroll;
    if (keepPosition) return;
    const same = before.path === this.route.path;
    if (!same) this.turns += 1;
    if (!same || scroll) host.scrollTo(0, same ? scroll : 0);
  }

  /** Give the page its title; the first time on a page that was gone to, it is read out. */
  setTitle(title: string, mark = ""): void {
    this.#title = title ? `${title} · ${SITE}` : SITE;
    if (this.#host) this.#host.document.title = mark ? `${mark} ${this.#title}` : this.#title;
    if (this.#told === this.turns) return;
    if (this.turns > 0) announce(title || SITE);
    this.#told = this.turns;
  }
}

export const router = new Router();

/** Go to an address of this site. */
export function navigate(to: string, going?: NavigateOptions): void {
  router.navigate(to, going);
}

/** Give the page its title, with a mark before it such as "(2)". */
export function setTitle(title: string, mark = ""): void {
  router.setTitle(title, mark);
}

/** Whether a click on a link is one to follow without loading the page anew. */
export function isInternalClick(event: MouseEvent, link: HTMLAnchorElement, origin: string): boolean {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!plain || event.defaultPrevented || link.hasAttribute("download")) return false;
  if (link.target && link.target !== "_self") return false;
  if (link.origin !== origin) return false;
  return !/^\/(api|assets|socket|health)(\/|$)/.test(link.pathname);
}

/** Let links to pages of this site load nothing anew. What a link does itself (its own onclick) comes first. */
export function handleLinkClicks(page: Window): void {
  page.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!(link instanceof HTMLAnchorElement) || !link.href || !isInternalClick(event, link, page.location.origin)) return;
    event.preventDefault();
    navigate(link.href);
  });
}
