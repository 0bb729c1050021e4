/** Saving texts as files. */

/** Make a file name from a title. */
export function fileName(title: string): string {
  return title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "") || "experiment";
}

/** Let the browser save a text as a TOML file. */
export function downloadToml(text: string, title: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  Object.assign(document.createElement("a"), { href: url, download: `${fileName(title)}.toml` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
