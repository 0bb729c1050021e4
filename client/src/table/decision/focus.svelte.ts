/** Focus for elements that replace each other, such as a button and the form it opens. */

import type { Attachment } from "svelte/attachments";

/** Focus an element when it appears. */
export const focus: Attachment<HTMLElement> = (node) => node.focus();

/** Return an attachment that focuses an element when it appears again after `isReplaced` was true. Call it in a component. */
export function focusOnReturn(isReplaced: () => boolean): Attachment<HTMLElement> {
  let wasReplaced = false;
  $effect(() => {
    if (isReplaced()) wasReplaced = true;
  });
  return (node) => {
    if (wasReplaced) node.focus();
    wasReplaced = false;
  };
}
