/** Announcements for screen readers. App shows them in a live region. */

export const announcement = $state({ text: "" });

/** Announce a text politely. A trailing space makes a repeated text be read again. */
export function announce(text: string): void {
  announcement.text = announcement.text === text ? `${text}\u00a0` : text;
}
