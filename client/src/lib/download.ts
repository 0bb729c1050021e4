/** Saving texts as files. */

/** Let the browser save a text as a TOML file, named after a title; or after `fallback` if the title has no letters. */
export function downloadToml(text: string, title: string, fallback: string): void {
  const name = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "") || fallback;
  const url = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  Object.assign(document.createElement("a"), { href: url, download: `${name}.toml` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
