/** The router: which page the address shows, navigation, page titles and their announcement to screen readers. */

import { announce } from "./announce.svelte";

export type PageName =
  | "home"
  | "setup"
  | "invite"
  | "join"
  | "match"
  | "sheets"
  | "blankSheets"
  | "campaign"
  | "rulebookList"
  | "rulebook"
  | "learnList"
  | "learn"
  | "lesson"
  | "drill"
  | "lab"
  | "newExperiment"
  | "experiment"
  | "verify"
  | "about"
  | "notFound";

/** A parsed address. */
export interface Route {
  page: PageName;
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
  hash: string;
}

export interface NavigateOptions {
  /** Replace the current history entry, so that Back skips it. */
  replace?: boolean;
  /** Keep scroll position and focus: the page stays the same. */
  keepPosition?: boolean;
}

/** The part of a window that the router uses. */
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
  ["join", "/join"],
  ["match", "/match/:id"],
  ["sheets", "/match/:id/sheets"],
  ["blankSheets", "/sheets/:game/:scenario"],
  ["campaign", "/campaign/:id"],
  ["rulebookList", "/rules"],
  ["rulebook", "/rules/:game"],
  ["learnList", "/learn"],
  ["learn", "/learn/:game"],
  ["lesson", "/learn/:game/:lesson"],
  ["drill", "/drill/:match/:index"],
  ["lab", "/laboratory"],
  ["newExperiment", "/laboratory/new"],
  ["experiment", "/laboratory/:id"],
  ["verify", "/verify"],
  ["about", "/about"],
];

/** Parse an address; an unknown one leads to the page "notFound". */
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
  const expected = pattern.split("/");
  const actual = path.split("/");
  if (expected.length !== actual.length) return null;
  const params: Record<string, string> = {};
  for (const [index, name] of expected.entries()) {
    const segment = actual[index] ?? "";
    if (name.startsWith(":")) params[name.slice(1)] = decode(segment);
    else if (name !== segment) return null;
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

/** The router. The client uses one object, `router`; tests create their own. */
export class Router {
  /** The current route. */
  route: Route = $state.raw(parseAddress("/"));
  /** The number of page changes since the start. */
  pageChanges = 0;
  /** The scroll position to restore after Back or Forward; 0 for a newly opened page. */
  savedScroll = 0;

  #window: RouterWindow | null = null;
  /** The value of `pageChanges` for which the title was announced. */
  #announced = -1;
  #title = "";

  /** Start routing in a window. */
  start(win: RouterWindow): void {
    this.#window = win;
    win.history.scrollRestoration = "manual";
    win.addEventListener("popstate", () => this.#onPopState());
    this.route = parseAddress(win.location.href);
  }

  /** Open an address of this site. */
  navigate(to: string, { replace = false, keepPosition = false }: NavigateOptions = {}): void {
    const win = this.#window;
    if (!win) return;
    const url = new URL(to, win.location.href);
    if (replace || url.href === win.location.href) win.history.replaceState(win.history.state, "", url.href);
    else {
      win.history.replaceState({ scroll: win.scrollY }, "", win.location.href);
      win.history.pushState(null, "", url.href);
    }
    this.#update(0, keepPosition);
  }

  #onPopState(): void {
    const state: unknown = this.#window?.history.state;
    const scroll = typeof state === "object" && state !== null && "scroll" in state ? Number(state.scroll) : 0;
    this.#update(scroll || 0, false);
  }

  #update(scroll: number, keepPosition: boolean): void {
    const win = this.#window;
    if (!win) return;
    const before = this.route;
    this.route = parseAddress(win.location.href);
    this.savedScroll = scroll;
    if (keepPosition) return;
    const samePage = before.path === this.route.path;
    if (!samePage) this.pageChanges += 1;
    if (!samePage || scroll) win.scrollTo(0, samePage ? scroll : 0);
  }

  /** Set the page title, with a mark before it such as "(2)". The first title after a page change is announced. */
  setTitle(title: string, mark = ""): void {
    this.#title = title ? `${title} · ${SITE}` : SITE;
    if (this.#window) this.#window.document.title = mark ? `${mark} ${this.#title}` : this.#title;
    if (this.#announced === this.pageChanges) return;
    if (this.pageChanges > 0) announce(title || SITE);
    this.#announced = this.pageChanges;
  }
}

export const router = new Router();

/** Open an address of this site. */
export function navigate(to: string, options?: NavigateOptions): void {
  router.navigate(to, options);
}

/** Set the page title, with a mark before it such as "(2)". */
export function setTitle(title: string, mark = ""): void {
  router.setTitle(title, mark);
}

/** Return whether a click on a link can be handled without reloading the page. */
export function isInternalClick(event: MouseEvent, link: HTMLAnchorElement, origin: string): boolean {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!plain || event.defaultPrevented || link.hasAttribute("download")) return false;
  if (link.target && link.target !== "_self") return false;
  if (link.origin !== origin) return false;
  return !/^\/(api|assets|socket|health)(\/|$)/.test(link.pathname);
}

/** Handle clicks on links to pages of this site without reloading. A link's own onclick handler runs first. */
export function handleLinkClicks(page: Window): void {
  page.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!(link instanceof HTMLAnchorElement) || !link.href || !isInternalClick(event, link, page.location.origin)) return;
    event.preventDefault();
    navigate(link.href);
  });
}
