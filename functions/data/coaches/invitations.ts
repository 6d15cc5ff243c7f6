import * as z from 'zod/mini';
import { instantOf } from '#shared/domain/time/instant-of';
import { dayMs } from '#shared/domain/time/milliseconds';
import { limits } from '#shared/limits';
import { type InvitationId, invitationIdSchema } from '#shared/schemas/coach';
import { type UserId, userIdSchema } from '#shared/schemas/ids';
import { instantSchema } from '#shared/schemas/values';
import { ContentionError } from '../../contention-error.ts';
import { endedInvitationDays } from '../../limits.ts';
import { getItem } from '../dynamo/get-item.ts';
import type { Item } from '../dynamo/item-ref.ts';
import { invitationIdOf, invitationKey, invitationsPartition } from '../dynamo/keys/coaches.ts';
import { sha256 } from '../dynamo/keys/key.ts';
import { inPartition, queryAll } from '../dynamo/query.ts';
import { sendTransaction, type TransactionOutcome, type Write } from '../dynamo/send-transaction.ts';
import { entityAttribute, tableSchema, toEpochSeconds } from '../dynamo/table-schema.ts';
import { deleteItem, updateItem } from '../dynamo/write-item.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import { mailRequestPut } from '../mail/mail-requests.ts';
import { newSecret } from '../new-secret.ts';
import type { Table } from '../table.ts';

/** An address that is invited to be a coach (COA-01): one item for an address, so that a new invitation ends the one before. */
const storedInvitationSchema = z.object({
  id: invitationIdSchema,
  email: z.string(),
  invited_by: userIdSchema,
  invited_at: instantSchema,
  valid_until: instantSchema,
  /** Of the link; absent until the email is sent. */
  secret_hash: z.optional(z.string()),
});
export type StoredInvitation = z.infer<typeof storedInvitationSchema>;

const fromItem = (item: Item): StoredInvitation => storedInvitationSchema.parse(item);

/** All invitations that were not accepted, also those that ended. One consistent Query. */
export const listInvitations = async (table: Table): Promise<StoredInvitation[]> =>
  (await queryAll(table, { ...inPartition(invitationsPartition), ConsistentRead: true })).map(fromItem);

/** The invitation of an address. One consistent read. */
export const getInvitation = (table: Table, email: string): Promise<StoredInvitation | undefined> =>
  getItem(table, { key: invitationKey(invitationIdOf(email)), fromItem });

interface NewInvitation {
  readonly email: string;
  /** The administrator. */
  readonly by: UserId;
  readonly now: Date;
}

export const newInvitation = ({ email, by, now }: NewInvitation): StoredInvitation => ({
  ...{ id: invitationIdOf(email), email, invited_by: by, invited_at: instantOf(now) },
  valid_until: instantOf(new Date(now.getTime() + limits.invitationDays * dayMs)),
});

/** The write of an invitation, in place of an earlier one of the address, whose link ends. */
export const invitationPut = (table: Table, invitation: StoredInvitation) => ({
  Put: {
    TableName: table.name,
    Item: {
      ...invitationKey(invitation.id),
      [entityAttribute]: 'coach-invitation',
      ...invitation,
      [tableSchema.timeToLiveAttribute]: toEpochSeconds(
        new Date(Date.parse(invitation.valid_until) + endedInvitationDays * dayMs),
      ),
    },
  },
});

/** Invites an address, and requests the email with the link. */
export const storeInvitation = async (
  table: Table,
  invited: NewInvitation,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome['outcome']> => {
  const { outcome } = await sendTransaction(table, [
    invitationPut(table, newInvitation(invited)),
    mailRequestPut(table, { kind: 'coach-invitation', ...invited }),
    ...extraWrites,
  ]);
  return outcome;
};

/** Withdraws an invitation with the extra writes; refused where there is none. */
export const deleteInvitation = async (
  table: Table,
  id: InvitationId,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome['outcome']> => {
  const { outcome } = await sendTransaction(table, [
    {
      Delete: {
        TableName: table.name,
        Key: invitationKey(id),
        ConditionExpression: 'attribute_exists(PK)',
      },
    },
    ...extraWrites,
  ]);
  return outcome;
};

/** Deletes the invitation of an address whose family is erased (EME-07). */
export const eraseInvitation = async (table: Table, email: string): Promise<void> => {
  await deleteItem(table, { TableName: table.name, Key: invitationKey(invitationIdOf(email)) });
};

const sameLink = ({ secret_hash }: StoredInvitation) => ({
  ConditionExpression: 'secret_hash = :hash',
  ExpressionAttributeValues: { ':hash': secret_hash },
});

/**
 * Ends the link of an address's invitation, and requests an email with another one (AUT-45). The invitation ends when it would
 * have; one that was changed, withdrawn or accepted meanwhile is left.
 * @throws ContentionError where contention persisted
 */
export const replaceInvitation = async (table: Table, email: string, now: Date): Promise<void> => {
  const invitation = await getInvitation(table, email);
  if (!invitation?.secret_hash || invitation.valid_until <= instantOf(now)) return;
  const { secret_hash: _, ...renewed } = { ...invitation, invited_at: instantOf(now) };
  const { Put } = invitationPut(table, renewed);
  const { outcome } = await sendTransaction(table, [
    { Put: { ...Put, ...sameLink(invitation) } },
    mailRequestPut(table, { kind: 'coach-invitation', email, now }),
  ]);
  if (outcome === 'busy') throw new ContentionError('Contention on an invitation persisted');
};

/**
 * Makes the link of an invitation and stores its hash.
 * @returns what the link contains, which is stored nowhere; undefined where the invitation was replaced or withdrawn
 */
export const createInvitationLink = async (
  table: Table,
  { id, invited_at }: StoredInvitation,
): Promise<string | undefined> => {
  const secret = newSecret('coach-invitation');
  const { outcome } = await updateItem(table, {
    TableName: table.name,
    Key: invitationKey(id),
    ConditionExpression: 'invited_at = :at',
    UpdateExpression: 'SET secret_hash = :hash',
    ExpressionAttributeValues: { ':at': invited_at, ':hash': sha256(secret) },
  });
  return outcome === 'done' ? `${id}.${secret}` : undefined;
};

/** The invitation of a link; undefined for a link that is none, was used, replaced or withdrawn, or has expired. */
export const findInvitation = async (
  table: Table,
  link: string,
  now: Date,
): Promise<StoredInvitation | undefined> => {
  const [idText, secret] = link.split('.');
  const id = invitationIdSchema.safeParse(idText).data;
  if (!id || !secret) return undefined;
  const invitation = await getItem(table, { key: invitationKey(id), fromItem });
  if (invitation?.secret_hash !== sha256(secret) || invitation.valid_until <= instantOf(now))
    return undefined;
  return invitation;
};

/** The check that an invitation is still the one that was read, for the first step of what it is for. */
export const invitationInForce = (table: Table, invitation: StoredInvitation): Write => ({
  ConditionCheck: { TableName: table.name, Key: invitationKey(invitation.id), ...sameLink(invitation) },
});

/** The write that uses an invitation up, for the last step: until then the same link completes what was interrupted. */
export const invitationUse = (table: Table, invitation: StoredInvitation): Write => ({
  Delete: { TableName: table.name, Key: invitationKey(invitation.id), ...sameLink(invitation) },
});
