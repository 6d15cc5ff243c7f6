import type { UserId } from '#shared/schemas/ids';
import { eraseInvitation, replaceInvitation } from '../coaches/invitations.ts';
import { keyOfItem } from '../dynamo/keys/key.ts';
import { accountLinksPartition, type LinkKind } from '../dynamo/keys/tokens.ts';
import { inPartition, queryAll } from '../dynamo/query.ts';
import { deleteItem } from '../dynamo/write-item.ts';
import { deleteFeed } from '../feeds/calendar-feeds.ts';
import { deleteJoinings } from '../newsletter/joining.ts';
import type { Table } from '../table.ts';

/** Whose links end. */
interface Account {
  readonly id: UserId;
  readonly email: string;
}

type End =
  /** The item of each link is deleted. The index of the account's links has it. */
  | 'listed'
  | ((table: Table, account: Account, now: Date) => Promise<void>)
  /** Why nothing is to be done. */
  | { readonly because: string };

/** What ends links: a new password, or the erasure of the account, whoever erases it. */
type Occasion = 'password' | 'erasure';

const feed: End = (table, { id }) => deleteFeed(table, id);
const joinings: End = (table, { email }) => deleteJoinings(table, email);
const leave: End = {
  because: 'it can only take an address off the newsletter, which it must do at any time (FRM-04)',
};

/**
 * How each kind of secret link ends (AUT-45). Whoever could read a mailbox before has the links that were sent to it: after a
 * new password none of them works. The family gets new ones on its pages, or with the next email.
 */
const ends: Record<LinkKind, Record<Occasion, End>> = {
  'verify-email': {
    password: { because: 'a new password verifies the address, after which it does nothing' },
    erasure: 'listed',
  },
  'reset-password': {
    password: { because: 'the time of the new password outdates it, once all else was done' },
    erasure: 'listed',
  },
  offer: { password: 'listed', erasure: 'listed' },
  reminder: { password: 'listed', erasure: 'listed' },
  'coach-invitation': {
    password: (table, { email }, now) => replaceInvitation(table, email, now),
    erasure: (table, { email }) => eraseInvitation(table, email),
  },
  'calendar-feed': { password: feed, erasure: feed },
  'newsletter-confirmation': { password: joinings, erasure: joinings },
  'newsletter-leave': { password: leave, erasure: leave },
};

const endListed = async (table: Table, { id }: Account, occasion: Occasion): Promise<void> => {
  const kinds: ReadonlyMap<unknown, Record<Occasion, End>> = new Map(Object.entries(ends));
  const items = await queryAll(table, inPartition(accountLinksPartition(id)));
  const ended = items.filter(({ kind }) => kinds.get(kind)?.[occasion] === 'listed');
  await Promise.all(ended.map((item) => deleteItem(table, { TableName: table.name, Key: keyOfItem(item) })));
};

/** Ends the links of an account. Idempotent. One that the index does not list yet, made a moment ago, expires by itself. */
export const endLinks = async (
  table: Table,
  account: Account,
  { occasion, now }: { readonly occasion: Occasion; readonly now: Date },
): Promise<void> => {
  const byAccount = Object.values(ends).map((end) => end[occasion]);
  await Promise.all([
    endListed(table, account, occasion),
    ...byAccount.map((end) => typeof end === 'function' && end(table, account, now)),
  ]);
};
