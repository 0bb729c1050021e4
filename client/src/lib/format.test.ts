import { expect, test } from "vitest";
import { formatAgo, formatCount, formatDuration, formatOptionValue, formatPlayers } from "./format";
import { linesAround, parseMatchId } from "./records";

test("counts have a singular and a plural", () => {
  expect([formatCount(1, "match", "matches"), formatCount(0, "match", "matches"), formatCount(3, "seat")]).toEqual(["1 match", "0 matches", "3 seats"]);
  expect([formatPlayers([2, 6]), formatPlayers([2, 2]), formatPlayers([1, 1])]).toEqual(["2 to 6 players", "2 players", "1 player"]);
});

test("times are given in whole units", () => {
  const now = 10_000_000;
  const texts = [0, 59, 60, 3599, 7300, 172_800, 1_300_000].map((passed) => formatAgo(now - passed, now));
  expect(texts).toEqual(["just now", "just now", "1 minute ago", "59 minutes ago", "2 hours ago", "2 days ago", "2 weeks ago"]);
  expect(formatAgo(now + 30, now)).toBe("just now");
  expect([formatDuration(0), formatDuration(90), formatDuration(86_400), formatDuration(3661)]).toEqual(["no time", "1 minute 30 seconds", "1 day", "1 hour 1 minute 1 second"]);
});

test("a line is returned with its neighbours", () => {
  const lines = linesAround("a\r\nb\nc\nd\ne", 2, 1);
  expect(lines).toEqual([
    { number: 1, text: "a" },
    { number: 2, text: "b" },
    { number: 3, text: "c" },
  ]);
});

test("a match id is read from a link or taken as it is", () => {
  expect([parseMatchId(" abc "), parseMatchId("http://table.test/match/abc?at=3#seat=k"), parseMatchId("/match/abc")]).toEqual(["abc", "abc", "abc"]);
});

test("a custom file as an option value is named by its title", () => {
  expect([3, "on", 'a = 1\ntitle = "Mine"\n', "b = 2\n"].map((value) => formatOptionValue(value))).toEqual(["3", "on", "Custom: Mine", "Custom: untitled"]);
  const option = { name: "order", title: "Order", text: "", values: ["leader", 2], labels: ["Leader first", "Two"], texts: [], default: 2, custom_kind: "" };
  expect(["leader", 2, "other"].map((value) => formatOptionValue(value, option))).toEqual(["Leader first", "Two", "other"]);
});
