/** Words for those who listen instead of look: App shows them in a live region. */

export const spoken = $state({ text: "" });

/** Have something read out, politely; the same words twice are read twice. */
export function announce(text: string): void {
  spoken.text = spoken.text === text ? `${text}\u00a0` : text;
}
