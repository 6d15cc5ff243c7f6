import { operatorId } from '#shared/school/activity';
import { deleteWrite, orAbsent, updateWrite } from '../lib/dynamo/expressions.ts';
import { sha256 } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { invitationIdOf, invitationKey, openingId } from '../lib/dynamo/keys-of-people.ts';
import { getItem } from '../lib/dynamo/reads.ts';
import { sendTransaction, updateItem } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import { newSecret } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';
import { listAdminAccounts } from './accounts.ts';
import {
  findInvitation,
  invitationFromItem,
  invitationPut,
  newInvitation,
  type StoredInvitation,
  sameLink,
} from './coaches.ts';

// The links of a school without an administrator (SCH-01) depend on one item, the opening: a new link ends the one before, and
// the first account that uses a link ends it.

const getOpening = (table: Table): Promise<StoredInvitation | undefined> =>
  getItem(table, { key: invitationKey(openingId), fromItem: invitationFromItem });

interface NewLink {
  readonly email?: string;
  readonly now: Date;
}

/** Without an administrator, ends the link before. @returns the secret, stored nowhere; undefined where contention persisted */
export const createAdminLink = async (
  table: Table,
  { email, now }: NewLink,
  extraWrites: ExtraWrites = [],
): Promise<string | undefined> => {
  const opens = (await listAdminAccounts(table)).length === 0;
  const secret = newSecret('admin-invitation');
  const made = {
    ...newInvitation({ email: email ?? '', by: operatorId, now, role: 'admin' }),
    secret_hash: sha256(secret),
    ...(opens && { opens_school: true as const }),
  };
  const id = email === undefined ? openingId : invitationIdOf(email);
  const opening = { ...made, id: openingId, email: '', ...(email && { opened_with: id }) };
  const { outcome } = await sendTransaction(table, [
    ...(email ? [invitationPut(table, made)] : []),
    ...(opens ? [invitationPut(table, opening)] : []),
    ...extraWrites,
  ]);
  return outcome === 'done' ? `${id}.${secret}` : undefined;
};

/** False once another link was made or used. */
const isOpening = async (table: Table, { id, secret_hash, used_by }: StoredInvitation): Promise<boolean> => {
  const [opening, admins] = await Promise.all([getOpening(table), listAdminAccounts(table)]);
  const isNamed = opening?.secret_hash === secret_hash && (opening?.opened_with ?? openingId) === id;
  // The account that uses the invitation is an administrator from its first step on.
  return isNamed && admins.every((admin) => admin.id === used_by);
};

/** Undefined for a link that is unknown, used, withdrawn, replaced or expired. */
export const findAdminInvitation = async (
  table: Table,
  link: string,
  now: Date,
): Promise<StoredInvitation | undefined> => {
  const invitation = await findInvitation(table, { link, role: 'admin', now });
  if (!invitation?.opens_school) return invitation;
  return (await isOpening(table, invitation)) ? invitation : undefined;
};

/** The usable link that opens the school, for the operator. Nobody has its secret. */
export const findOpening = async (table: Table, now: Date): Promise<StoredInvitation | undefined> => {
  const opening = await getOpening(table);
  if (!opening || opening.valid_until <= now.toISOString()) return undefined;
  if (!opening.opened_with) return opening;
  return getItem(table, { key: invitationKey(opening.opened_with), fromItem: invitationFromItem });
};

/** Sets the address of a link without one. The first address remains. @returns whether `email` is that address */
export const setAddressOfLink = async (
  table: Table,
  invitation: StoredInvitation,
  email: string,
): Promise<boolean> => {
  if (invitation.email !== '') return invitation.email === email;
  const named = sha256(email);
  const { outcome } = await updateItem(table, invitationKey(invitation.id), {
    set: { named },
    if: { ...sameLink(invitation).if, named: orAbsent(named) },
  });
  return outcome === 'done';
};

/** An invitation that opens the school has two items. */
const itemsOfInvitation = ({ id, opens_school }: StoredInvitation) =>
  [...new Set(opens_school ? [id, openingId] : [id])].map(invitationKey);

/** From this first step on, the invitation is for this account alone. */
export const reserveInvitation = (table: Table, invitation: StoredInvitation, userId: string): Write[] => {
  const condition = { ...sameLink(invitation).if, used_by: orAbsent(userId) };
  return itemsOfInvitation(invitation).map((key) =>
    updateWrite(table, key, { set: { used_by: userId }, if: condition }),
  );
};

export const endInvitation = (table: Table, invitation: StoredInvitation): Write[] =>
  itemsOfInvitation(invitation).map((key) => deleteWrite(table, key));
