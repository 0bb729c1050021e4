/** Saving texts as files. */

/** Let the browser save a text as a TOML file, named after a title; or after `fallback` if the title has no letters. */
export function downloadToml(text: string, title: string, fallback: string): void {
  const name = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "") || fallback;
  downloadText(text, `${name}.toml`, "application/toml");
}

/** Let the browser save a text as a file. */
export function downloadText(text: string, name: string, type = "text/plain"): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
