/** Browser notifications while the page is in the background, if the player has switched them on. */

import { navigate } from "./router.svelte";
import { settings } from "./settings.svelte";

/** True if this browser supports notifications. */
export const canNotify = typeof Notification !== "undefined";

/** Ask for permission to notify; return whether it is granted. */
export async function requestNotifyPermission(): Promise<boolean> {
  if (!canNotify) return false;
  if (Notification.permission !== "default") return Notification.permission === "granted";
  return (await Notification.requestPermission()) === "granted";
}

/** Show a notification if the page is hidden. It replaces one with the same tag; a click opens the address. */
export function notify(title: string, text: string, address: string, tag: string): void {
  if (!settings.notify || !canNotify || Notification.permission !== "granted") return;
  if (!document.hidden) return;
  try {
    const notification = new Notification(title, { body: text, tag, icon: "/favicon.svg" });
    notification.onclick = () => {
      window.focus();
      navigate(address);
      notification.close();
    };
  } catch {
    // Some phones have Notification but allow it only in a service worker.
  }
}
