/**
 * Invitation links and device codes. A link carries an invitation in its hash, not a key: the first browser that opens
 * it gets the key of the seat. A device code opens a seat of yours on another device of yours.
 */

import type { JoinedDevice } from "../types";
import { acceptInvitation, joinWithCode } from "./api";
import { campaignStorage } from "./campaigns";
import { keysFor, loadKeys, matchKeys, personalKey, saveKeys, seatLink } from "./keys";

/** The kinds of things that have invitations. */
export type InvitationKind = "match" | "campaign";

/** The start of the hash of an invitation link. */
export const INVITATION_PREFIX = "invitation=";
/** The start of the hash of a link to the page that accepts a device code. */
export const CODE_PREFIX = "code=";

/** Return the link that invites a friend to a seat. It works once. */
export function invitationLink(kind: InvitationKind, id: string, invitation: string, origin: string): string {
  return `${origin}/${kind}/${encodeURIComponent(id)}#${INVITATION_PREFIX}${encodeURIComponent(invitation)}`;
}

/** Return the link with which another device joins with a code. */
export function deviceLink(code: string, origin: string): string {
  return `${origin}/join#${CODE_PREFIX}${encodeURIComponent(code)}`;
}

/** Return the keys of this browser for a match or a campaign. */
export function keysOf(kind: InvitationKind, id: string): string[] {
  return kind === "match" ? matchKeys(id) : keysFor(id, campaignStorage);
}

/** Return the links by seat: those of open invitations, and those with seat keys that an earlier version has saved. */
export function friendLinks(kind: InvitationKind, id: string, invitations: Readonly<Record<string, string>>, origin: string): Record<string, string> {
  const old = kind === "match" ? loadKeys(id).links : {};
  const links = Object.entries(old).map(([seat, key]) => [seat, seatLink(id, key, origin)]);
  const open = Object.entries(invitations).filter(([, text]) => text).map(([seat, text]) => [seat, invitationLink(kind, id, text, origin)]);
  return Object.fromEntries([...links, ...open]) as Record<string, string>;
}

/** Exchange an invitation for its seat. Your personal key holds the seat of a match; that of a campaign is saved here. */
export async function joinByInvitation(kind: InvitationKind, id: string, invitation: string, name = ""): Promise<void> {
  const named = kind === "match" ? { name } : {};
  const joined = await acceptInvitation(kind, id, { invitation, ...named }, keysOf(kind, id));
  if (kind === "campaign") saveKeys(id, { keys: Object.values(joined.keys) }, campaignStorage);
}

/** Exchange a device code for its seat; return the address of the match or campaign. */
export async function joinByCode(code: string): Promise<string> {
  const { kind, joined }: JoinedDevice = await joinWithCode(code, [personalKey()]);
  if (kind === "campaign") saveKeys(joined.id, { keys: Object.values(joined.keys) }, campaignStorage);
  return `/${kind}/${encodeURIComponent(joined.id)}`;
}

/** Return whether an address is that of this computer only, which no other computer can open. */
export function isThisComputerOnly(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" || hostname.startsWith("127.");
}

/** Return the origin for links to friends: the address of this page, or one of the server that other computers can open too. */
export function chooseOrigin(own: string, shared: readonly string[]): string {
  return isThisComputerOnly(own) ? (shared[0] ?? own) : own;
}

/** Return a device code in groups of four, which are easier to read and type. */
export function formatCode(code: string): string {
  return code.toUpperCase().replace(/(.{4})(?=.)/g, "$1 ");
}
