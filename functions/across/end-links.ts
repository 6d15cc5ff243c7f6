import type { FamilyId, UserId } from '#shared/lib/ids';
import { eraseInvitations, replaceInvitations } from '../accounts/coaches.ts';
import { getStoredFamily } from '../accounts/stored-families.ts';
import { endInvitationBy } from '../families/adults.ts';
import { keyOfItem } from '../lib/dynamo/items.ts';
import { accountLinksPartition, type LinkKind } from '../lib/dynamo/keys-of-people.ts';
import { inPartition, queryAll } from '../lib/dynamo/reads.ts';
import { deleteItem } from '../lib/dynamo/writes.ts';
import type { Table } from '../lib/table.ts';
import { deleteJoinings } from '../messages/newsletter.ts';
import { deleteFeed } from '../sessions/calendar-feeds.ts';

interface Account {
  readonly id: UserId;
  readonly email: string;
  readonly family_id: FamilyId;
}

type End =
  /** Each link's item is deleted, by the index of the account's links. */
  | 'listed'
  | ((table: Table, account: Account, now: Date) => Promise<void>)
  /** Why nothing is to be done. */
  | { readonly because: string };

/** Links end by a new password, the erasure of the account, or the end of a membership (FID-03). */
export type EndingEvent = 'password' | 'erasure' | 'left';

const feed: End = (table, { id }) => deleteFeed(table, id);
const joinings: End = (table, { email }) => deleteJoinings(table, email);
const invitationOfFamily: End = async (table, { id, family_id }) => {
  const family = await getStoredFamily(table, family_id);
  if (family?.adult_invited) await endInvitationBy(table, family, id);
};
const sameItem: End = { because: 'the invitations of an address are ended together' };
const ofLogin: End = { because: 'it is for the login, which stays' };
const leave: End = {
  because: 'it can only take an address off the newsletter, which it must do at any time (FRM-04)',
};

/**
 * A link belongs to the account that it was mailed to (AUT-45, FID-03). Whoever could read the mailbox has it, so a new
 * password ends all; the person gets new ones on the site, or with the next email.
 */
const ends: Record<LinkKind, Record<EndingEvent, End>> = {
  'verify-email': {
    password: { because: 'a new password verifies the address, after which it does nothing' },
    erasure: 'listed',
    left: ofLogin,
  },
  'reset-password': {
    password: { because: 'the time of the new password outdates it, once all else was done' },
    erasure: 'listed',
    left: ofLogin,
  },
  offer: { password: 'listed', erasure: 'listed', left: 'listed' },
  reminder: { password: 'listed', erasure: 'listed', left: 'listed' },
  'coach-invitation': {
    password: (table, { email }, now) => replaceInvitations(table, email, now),
    erasure: (table, { email }) => eraseInvitations(table, email),
    left: ofLogin,
  },
  'admin-invitation': { password: sameItem, erasure: sameItem, left: ofLogin },
  'adult-invitation': {
    password: invitationOfFamily,
    erasure: invitationOfFamily,
    left: invitationOfFamily,
  },
  'calendar-feed': { password: feed, erasure: feed, left: feed },
  'newsletter-confirmation': { password: joinings, erasure: joinings, left: ofLogin },
  'newsletter-leave': { password: leave, erasure: leave, left: leave },
};

export const linkKinds: readonly string[] = Object.keys(ends);

const endListed = async (table: Table, { id }: Account, occasion: EndingEvent): Promise<void> => {
  const kinds: ReadonlyMap<unknown, Record<EndingEvent, End>> = new Map(Object.entries(ends));
  const items = await queryAll(table, inPartition(accountLinksPartition(id)));
  const ended = items.filter(({ kind }) => kinds.get(kind)?.[occasion] === 'listed');
  await Promise.all(ended.map((item) => deleteItem(table, keyOfItem(item))));
};

/** Ends an account's links. Idempotent. A link that the index does not list yet expires by itself. */
export const endLinks = async (
  table: Table,
  account: Account,
  { occasion, now }: { readonly occasion: EndingEvent; readonly now: Date },
): Promise<void> => {
  const byAccount = Object.values(ends).map((end) => end[occasion]);
  await Promise.all([
    endListed(table, account, occasion),
    ...byAccount.map((end) => typeof end === 'function' && end(table, account, now)),
  ]);
};
