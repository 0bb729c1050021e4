import { describe, expect, test } from "vitest";
import type { NewOwn, OwnCard, OwnField, OwnReport } from "../../types";
import { CustomFileDraft, toggleInList, defaultValues, splitList } from "./customFile.svelte";

const field = (name: string, kind: OwnField["kind"], standard = ""): OwnField => ({
  name,
  title: name,
  kind,
  default: standard,
  values: [],
  text: "",
});

const card: OwnCard = {
  slug: "map",
  title: "Map",
  text: "",
  fields: [field("title", "text", "Mine")],
  rows: "hills",
  row_title: "Hills",
  row_fields: [field("name", "text"), field("height", "number", "1")],
  samples: {},
  start: "",
};

const report = (rest: Partial<OwnReport> = {}): OwnReport => ({
  text: "",
  readable: true,
  title: "Mine",
  summary: [],
  notes: [],
  faults: [],
  form: { head: { title: "Read" }, rows: [{ name: "One", height: "3" }] },
  picture: "",
  ...rest,
});

function drafted(answer: (asked: NewOwn) => OwnReport | Promise<OwnReport>): { own: CustomFileDraft; asked: NewOwn[]; told: string[] } {
  const asked: NewOwn[] = [];
  const told: string[] = [];
  const look = (what: NewOwn): Promise<OwnReport> => {
    asked.push(what);
    return Promise.resolve(answer(what));
  };
  return { own: new CustomFileDraft(card, look, (text) => told.push(text), 0), asked, told };
}

describe("a file of one's own", () => {
  test("fills in the form when its text can be read", async () => {
    const { own, asked, told } = drafted(() => report());
    own.take("title = 3");
    await own.settled;
    expect(asked).toEqual([{ text: "title = 3" }]);
    expect(told).toEqual(["title = 3"]);
    expect([own.head, own.rows, own.stale]).toEqual([{ title: "Read" }, [{ name: "One", height: "3" }], false]);
  });

  test("keeps the form apart from a text that cannot be read", async () => {
    const fault = { line: 1, key: "title", text: "Must be a text." };
    const { own } = drafted(() => report({ readable: false, faults: [fault] }));
    own.take("title = 3");
    await own.settled;
    expect([own.rows, own.stale, own.wrong("title")]).toEqual([[], true, "Must be a text."]);
  });

  test("is written by the server when the form is changed", async () => {
    const { own, asked, told } = drafted(() => report({ text: "written" }));
    own.add();
    own.add(0);
    own.remove(1);
    await own.settled;
    expect(asked).toEqual([{ form: { head: {}, rows: [{ name: "", height: "1" }] } }]);
    expect([own.text, told]).toEqual(["written", ["written"]]);
  });

  test("tells what is wrong with a field of a row", async () => {
    const { own } = drafted(() => report({ faults: [{ line: 4, key: "hills[0].name", text: "A." }] }));
    own.take("a");
    await own.settled;
    const [name, height] = card.row_fields.map((one) => own.wrong(own.key(0, one)));
    expect([name, height]).toEqual(["A.", ""]);
  });

  test("asks only about the newest, and waits for that", async () => {
    const { own, asked } = drafted((what) => report({ text: what.text ?? "" }));
    own.take("a");
    const first = own.settled;
    own.take("b");
    await first;
    expect(asked).toEqual([{ text: "b" }]);
  });

  test("says so when the server does not answer", async () => {
    const { own } = drafted(() => Promise.reject(new Error("Nobody there.")));
    own.take("a");
    await own.settled;
    expect([own.trouble, own.report]).toEqual(["Nobody there.", null]);
  });
});

test("lists with commas", () => {
  expect(splitList("a, b ,,c")).toEqual(["a", "b", "c"]);
  expect([toggleInList("a, b", "b", false), toggleInList("a", "b", true), toggleInList("", "a", true)]).toEqual(["a", "a, b", "a"]);
  expect(defaultValues(card.row_fields)).toEqual({ name: "", height: "1" });
});
