import { beforeEach, describe, expect, test } from "vitest";
import { announcement } from "./announce.svelte";
import { isInternalClick, parseAddress, Router, type RouterWindow } from "./router.svelte";

/** A window with its own history. */
class FakeWindow implements RouterWindow {
  entries: { href: string; state: unknown }[];
  at = 0;
  scrollY = 0;
  scrolls: number[] = [];
  document = { title: "" };
  #onPopState: () => void = () => undefined;

  constructor(href: string) {
    this.entries = [{ href: `http://table.test${href}`, state: null }];
  }

  get location(): RouterWindow["location"] {
    return { href: this.entries[this.at]?.href ?? "", origin: "http://table.test" };
  }

  history = ((host: FakeWindow) => ({
    scrollRestoration: "auto" as ScrollRestoration,
    get state(): unknown {
      return host.entries[host.at]?.state;
    },
    pushState(state: unknown, _: string, href: string): void {
      host.entries = [...host.entries.slice(0, host.at + 1), { href, state }];
      host.at += 1;
    },
    replaceState(state: unknown, _: string, href: string): void {
      host.entries[host.at] = { href, state };
    },
  }))(this);

  scrollTo(_: number, y: number): void {
    this.scrollY = y;
    this.scrolls.push(y);
  }

  addEventListener(_: "popstate", listener: () => void): void {
    this.#onPopState = listener;
  }

  back(): void {
    this.at -= 1;
    this.#onPopState();
  }
}

function startAt(href: string): [Router, FakeWindow] {
  const host = new FakeWindow(href);
  const router = new Router();
  router.start(host);
  return [router, host];
}

describe("an address", () => {
  test.each([
    ["/", "home", {}],
    ["/new/some%20game", "setup", { game: "some game" }],
    ["/match/k7m2p9/", "match", { id: "k7m2p9" }],
    ["/invite/k7m2p9", "invite", { id: "k7m2p9" }],
    ["/join#code=abcd2345", "join", {}],
    ["/rules", "rulebookList", {}],
    ["/rules/x", "rulebook", { game: "x" }],
    ["/laboratory", "lab", {}],
    ["/laboratory/new", "newExperiment", {}],
    ["/laboratory/x-1a", "experiment", { id: "x-1a" }],
    ["/verify", "verify", {}],
    ["/about", "about", {}],
    ["/match", "notFound", {}],
    ["/match/a/b", "notFound", {}],
    ["/Verify", "notFound", {}],
    ["//", "home", {}],
  ])("%s leads to the page %s", (address, page, params) => {
    const place = parseAddress(address === "//" ? "http://table.test//" : address);
    expect([place.page, place.params]).toEqual([page, params]);
  });

  test("has a decoded query and hash", () => {
    const place = parseAddress("/match/abc?at=37#A%20B");
    expect(place.query.get("at")).toBe("37");
    expect(place.hash).toBe("A B");
  });

  test("with invalid escapes is read as it is", () => {
    expect(parseAddress("/rules/%E0%A4%A#%E0").params.game).toBe("%E0%A4%A");
  });
});

describe("the router", () => {
  beforeEach(() => {
    announcement.text = "";
  });

  test("starts at the current address and takes over scrolling", () => {
    const [router, host] = startAt("/rules/x#A-1");
    expect([router.route.page, router.route.hash, router.pageChanges]).toEqual(["rulebook", "A-1", 0]);
    expect(host.history.scrollRestoration).toBe("manual");
  });

  test("opens another page at the top and restores the scroll position on Back", () => {
    const [router, host] = startAt("/");
    host.scrollY = 700;
    router.navigate("/about");
    expect([router.route.page, host.scrollY, router.pageChanges]).toEqual(["about", 0, 1]);
    host.back();
    expect([router.route.page, router.savedScroll, router.pageChanges]).toEqual(["home", 700, 2]);
  });

  test("replaces an address without a history entry", () => {
    const [router, host] = startAt("/rules");
    router.navigate("/rules/x", { replace: true });
    expect(host.entries.map((entry) => entry.href)).toEqual(["http://table.test/rules/x"]);
    expect(router.route.page).toBe("rulebook");
  });

  test("keeps the scroll position when asked to", () => {
    const [router, host] = startAt("/match/a");
    host.scrollY = 40;
    router.navigate("/match/a?at=3", { replace: true, keepPosition: true });
    expect([router.route.query.get("at"), host.scrolls, router.pageChanges]).toEqual(["3", [], 0]);
  });

  test("counts no page change for a hash, and updates the route each time", () => {
    const [router, host] = startAt("/rules/x");
    router.navigate("#A-1");
    const first = router.route;
    router.navigate("#A-1");
    expect([router.route.hash, router.pageChanges, host.scrolls, host.entries.length]).toEqual(["A-1", 0, [], 2]);
    expect(router.route).not.toBe(first);
  });

  test("sets the title, and announces it once after a page change", () => {
    const [router, host] = startAt("/");
    router.setTitle("");
    expect([host.document.title, announcement.text]).toEqual(["Hippodrome", ""]);
    router.navigate("/about");
    router.setTitle("About", "(2)");
    expect([host.document.title, announcement.text]).toEqual(["(2) About · Hippodrome", "About"]);
    router.setTitle("Another title");
    expect([host.document.title, announcement.text]).toEqual(["Another title · Hippodrome", "About"]);
  });
});

describe("a click on a link", () => {
  const click = (extra: object = {}): MouseEvent =>
    ({ button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false, defaultPrevented: false, ...extra }) as MouseEvent;
  const link = (href: string, extra: object = {}): HTMLAnchorElement => {
    const { origin, pathname } = new URL(href, "http://table.test");
    return { origin, pathname, target: "", hasAttribute: () => false, ...extra } as unknown as HTMLAnchorElement;
  };
  const origin = "http://table.test";

  test("to a page of this site is handled here", () => {
    expect(isInternalClick(click(), link("/rules/x#A"), origin)).toBe(true);
  });

  test.each([
    ["with a key held down", click({ ctrlKey: true }), link("/about")],
    ["with another button", click({ button: 1 }), link("/about")],
    ["that was handled already", click({ defaultPrevented: true }), link("/about")],
    ["to another site", click(), link("http://elsewhere.test/about")],
    ["to a file of the server", click(), link("/api/matches/a/record")],
    ["to a new tab", click(), link("/about", { target: "_blank" })],
    ["to a download", click(), link("/about", { hasAttribute: (name: string) => name === "download" })],
  ])("%s is left to the browser", (_, event, target) => {
    expect(isInternalClick(event, target, origin)).toBe(false);
  });
});
