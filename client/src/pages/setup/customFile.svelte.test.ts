import { describe, expect, test } from "vitest";
import type { CustomFileField, CustomFileKindCard, CustomFileReport, NewCustomFile } from "../../types";
import { CustomFileDraft, initialValues, splitList, toggleInList } from "./customFile.svelte";

const field = (name: string, kind: CustomFileField["kind"], initial = ""): CustomFileField => ({
  name,
  title: name,
  kind,
  default: initial,
  initial: initial || "New",
  values: [],
  labels: [],
  text: "",
});

const card: CustomFileKindCard = {
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

const report = (rest: Partial<CustomFileReport> = {}): CustomFileReport => ({
  text: "",
  readable: true,
  title: "Mine",
  summary: [],
  notes: [],
  problems: [],
  form: { head: { title: "Read" }, rows: [{ name: "One", height: "3" }] },
  picture: "",
  ...rest,
});

/** A draft whose checks are answered by `answer`, with its requests and the texts passed to `onChange`. */
function newDraft(answer: (draft: NewCustomFile) => CustomFileReport | Promise<CustomFileReport>): { file: CustomFileDraft; requests: NewCustomFile[]; texts: string[] } {
  const requests: NewCustomFile[] = [];
  const texts: string[] = [];
  const ask = (draft: NewCustomFile): Promise<CustomFileReport> => {
    requests.push(draft);
    return Promise.resolve(answer(draft));
  };
  return { file: new CustomFileDraft(card, ask, (text) => texts.push(text), 0), requests, texts };
}

describe("a custom file", () => {
  test("fills the form when its text is valid", async () => {
    const { file, requests, texts } = newDraft(() => report());
    file.setText("title = 3");
    await file.checked;
    expect(requests).toEqual([{ text: "title = 3" }]);
    expect(texts).toEqual(["title = 3"]);
    expect([file.head, file.rows, file.stale]).toEqual([{ title: "Read" }, [{ name: "One", height: "3" }], false]);
  });

  test("leaves the form alone when its text is invalid", async () => {
    const fault = { line: 1, key: "title", text: "Must be a text." };
    const { file } = newDraft(() => report({ readable: false, problems: [fault] }));
    file.setText("title = 3");
    await file.checked;
    expect([file.rows, file.stale, file.errorOf("title")]).toEqual([[], true, "Must be a text."]);
  });

  test("is written by the server when the form is changed", async () => {
    const { file, requests, texts } = newDraft(() => report({ text: "written" }));
    file.addRow();
    file.addRow(0);
    file.removeRow(1);
    await file.checked;
    expect(requests).toEqual([{ form: { head: {}, rows: [{ name: "New", height: "1" }] } }]);
    expect([file.text, texts]).toEqual(["written", ["written"]]);
  });

  test("has errors by field of a row", async () => {
    const { file } = newDraft(() => report({ problems: [{ line: 4, key: "hills[0].name", text: "A." }] }));
    file.setText("a");
    await file.checked;
    const [name, height] = card.row_fields.map((one) => file.errorOf(file.rowKey(0, one)));
    expect([name, height]).toEqual(["A.", ""]);
  });

  test("names the field of a fault as the form does", () => {
    const { file } = newDraft(() => report());
    expect(["hills[1].name", "title", "hills[1].depth", ""].map((key) => file.titleOf(key))).toEqual(["Hills, row 2, name", "title", "", ""]);
  });

  test("keeps its summary while the text is invalid", async () => {
    const { file } = newDraft(({ text }) => report(text === "a" ? { summary: ["3 hills"] } : { readable: false }));
    for (const text of ["a", "b"]) {
      file.setText(text);
      await file.checked;
    }
    expect([file.report?.summary, file.summary]).toEqual([[], ["3 hills"]]);
  });

  test("checks only the latest text, and waits for that", async () => {
    const { file, requests } = newDraft((draft) => report({ text: draft.text ?? "" }));
    file.setText("a");
    const first = file.checked;
    file.setText("b");
    await first;
    expect(requests).toEqual([{ text: "b" }]);
  });

  test("has an error when the server does not answer", async () => {
    const { file } = newDraft(() => Promise.reject(new Error("No answer.")));
    file.setText("a");
    await file.checked;
    expect([file.error, file.report]).toEqual(["No answer.", null]);
  });
});

test("comma-separated lists are split and toggled", () => {
  expect(splitList("a, b ,,c")).toEqual(["a", "b", "c"]);
  expect([toggleInList("a, b", "b", false), toggleInList("a", "b", true), toggleInList("", "a", true)]).toEqual(["a", "a, b", "a"]);
  expect(initialValues(card.row_fields)).toEqual({ name: "New", height: "1" });
});
