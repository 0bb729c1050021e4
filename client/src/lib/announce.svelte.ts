/** Words for those who listen instead of look: App shows them in a live region. */

export const announcement = $state({ text: "" });

/** Have something read out, politely; the same words twice are read twice. */
export function announce(text: string): void {
  announcement.text = announcement.text === text ? `${text}\u00a0` : text;
}
