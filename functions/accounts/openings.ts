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

// Links that make administrators (SCH-01). Those of a school without an administrator depend on one item, the opening: a new
// link ends the one before, whoever it was for, and the first account that uses one ends it.

const getOpening = (table: Table): Promise<StoredInvitation | undefined> =>
  getItem(table, { key: invitationKey(openingId), fromItem: invitationFromItem });

interface NewLink {
  /** Undefined where whoever has the link names the address. */
  readonly email?: string;
  readonly now: Date;
}

/**
 * Makes a link by which an administrator opens an account. Where there is no administrator yet, it ends the link before.
 * @returns what the link contains, which is stored nowhere; undefined where contention persisted
 */
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

/** Whether an invitation is the one that opens the school. @returns false after another link was made or used */
const isOpening = async (table: Table, { id, secret_hash, used_by }: StoredInvitation): Promise<boolean> => {
  const [opening, admins] = await Promise.all([getOpening(table), listAdminAccounts(table)]);
  const isNamed = opening?.secret_hash === secret_hash && (opening?.opened_with ?? openingId) === id;
  // The account that uses it is one from its first step on.
  return isNamed && admins.every((admin) => admin.id === used_by);
};

/** The invitation of a link; undefined for one that is none, was used, withdrawn or replaced, or has expired. */
export const findAdminInvitation = async (
  table: Table,
  link: string,
  now: Date,
): Promise<StoredInvitation | undefined> => {
  const invitation = await findInvitation(table, { link, role: 'admin', now });
  if (!invitation?.opens_school) return invitation;
  return (await isOpening(table, invitation)) ? invitation : undefined;
};

/** The link that opens the school, if it can still be used, for the operator; without its secret, which nobody has. */
export const findOpening = async (table: Table, now: Date): Promise<StoredInvitation | undefined> => {
  const opening = await getOpening(table);
  if (!opening || opening.valid_until <= now.toISOString()) return undefined;
  if (!opening.opened_with) return opening;
  return getItem(table, { key: invitationKey(opening.opened_with), fromItem: invitationFromItem });
};

/**
 * Names the address of the account that a link without one makes. The address that is named first is the only one.
 * @returns whether it is this address
 */
export const nameAdmin = async (
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

/** The items of an invitation: itself, and the opening where it opens the school. */
const keysOf = ({ id, opens_school }: StoredInvitation) =>
  [...new Set(opens_school ? [id, openingId] : [id])].map(invitationKey);

/** The writes of the first step of its use: from then on it is for this account alone. */
export const invitationClaim = (table: Table, invitation: StoredInvitation, userId: string): Write[] => {
  const condition = { ...sameLink(invitation).if, used_by: orAbsent(userId) };
  return keysOf(invitation).map((key) =>
    updateWrite(table, key, { set: { used_by: userId }, if: condition }),
  );
};

/** The writes of the last step: the account is an administrator, so no link for it is needed any more. */
export const invitationEnd = (table: Table, invitation: StoredInvitation): Write[] =>
  keysOf(invitation).map((key) => deleteWrite(table, key));
