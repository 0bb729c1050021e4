/** Files of experiments, on their way into the browser and out of it. */

/** A name for a file, made of a title. */
export function fileName(title: string): string {
  return title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "") || "experiment";
}

/** Let the browser keep a text as a file. */
export function downloadToml(text: string, title: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  Object.assign(document.createElement("a"), { href: address, download: `${fileName(title)}.toml` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
