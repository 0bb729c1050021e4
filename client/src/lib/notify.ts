/** A word through the browser while the page is not looked at, for those who want it. */

import { navigate } from "./router.svelte";
import { settings } from "./settings.svelte";

/** Whether this browser can do it at all. */
export const canNotify = typeof Notification !== "undefined";

/** Ask the browser for leave; true if it gave it. */
export async function requestNotifyPermission(): Promise<boolean> {
  if (!canNotify) return false;
  if (Notification.permission !== "default") return Notification.permission === "granted";
  return (await Notification.requestPermission()) === "granted";
}

/** Tell somebody who looks elsewhere; what has the same tag is told once. A click leads to the address. */
export function notify(title: string, text: string, address: string, tag: string): void {
  if (!settings.notify || !canNotify || Notification.permission !== "granted") return;
  if (!document.hidden) return;
  try {
    const note = new Notification(title, { body: text, tag, icon: "/favicon.svg" });
    note.onclick = () => {
      window.focus();
      navigate(address);
      note.close();
    };
  } catch {
    // Some phones know the word but only let a service worker say it.
  }
}
