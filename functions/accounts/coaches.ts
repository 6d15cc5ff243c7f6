import * as z from 'zod/mini';
import { type CoachChecks, coachCheckSchema, invitationIdSchema } from '#shared/accounts/coaches';
import { dayMs, hourMs } from '#shared/lib/durations';
import { type FamilyId, familyIdSchema, type UserId, userIdSchema } from '#shared/lib/ids';
import { ascending } from '#shared/lib/text';
import { type Instant, instantOf, instantSchema } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { type GrantedRole, grantedRoles } from '#shared/roles';
import { ContentionError } from '../lib/contention.ts';
import {
  absent,
  below,
  type Condition,
  checkWrite,
  deleteWrite,
  exists,
  orAbsent,
  putWrite,
  type Tests,
  updateWrite,
} from '../lib/dynamo/expressions.ts';
import {
  entityAttribute,
  type ItemRef,
  itemParser,
  sha256,
  tableSchema,
  toEpochSeconds,
} from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import {
  accountKey,
  adultInvitationId,
  coachesPartition,
  coachKey,
  invitationIdOf,
  invitationKey,
  invitationsPartition,
} from '../lib/dynamo/keys-of-people.ts';
import { batchRead, getItem, inPartition, queryAs } from '../lib/dynamo/reads.ts';
import { deleteItem, sendTransaction, type TransactionOutcome, updateItem } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import { newSecret } from '../lib/ids.ts';
import { type MailRequest, mailRequestPut } from '../lib/mail/mail-requests.ts';
import type { Table } from '../lib/table.ts';
import { endedInvitationDays } from '../limits.ts';
import { accountIsActive } from './account-marks.ts';

/**
 * This item alone decides who is a coach: tokens follow the user pool's group, which changes between the two steps. A coach can
 * be a parent and an administrator too.
 */
export const storedCoachSchema = z.object({
  id: userIdSchema,
  /** While a change is pending, the account does not have the role. */
  pending: z.optional(z.enum(['grant', 'revoke'])),
  changed_at: instantSchema,
  background_check: z._default(z.nullable(coachCheckSchema), null),
  first_aid: z._default(z.nullable(coachCheckSchema), null),
});
export type StoredCoach = z.infer<typeof storedCoachSchema>;

const coachRef = (userId: UserId): ItemRef<StoredCoach> => ({
  key: coachKey(userId),
  fromItem: itemParser(storedCoachSchema),
});

export const listCoaches = (table: Table): Promise<StoredCoach[]> =>
  queryAs(table, itemParser(storedCoachSchema), { ...inPartition(coachesPartition), ConsistentRead: true });

/** Includes a coach whose role is changing. One consistent read. */
export const getCoach = (table: Table, userId: UserId): Promise<StoredCoach | undefined> =>
  getItem(table, coachRef(userId));

export const isCoach = async (table: Table, userId: UserId): Promise<boolean> => {
  const coach = await getCoach(table, userId);
  return coach !== undefined && coach.pending === undefined;
};

/**
 * Can be repeated. Refused for an absent account, and for `limits.roleSettlingSeconds` after an unfinished revocation, whose
 * call to the user pool could come later.
 */
export const beginCoachGrant = (
  table: Table,
  userId: UserId,
  { at, settledBefore }: { readonly at: Instant; readonly settledBefore: Instant },
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> =>
  sendTransaction(table, [
    updateWrite(table, coachKey(userId), {
      set: { id: userId, [entityAttribute]: 'coach', pending: 'grant', changed_at: at },
      if: [{ pending: absent }, { pending: 'grant' }, { changed_at: below(settledBefore) }],
    }),
    checkWrite(table, accountKey(userId), { if: accountIsActive }),
    ...extraWrites,
  ]);

/** The last step, after the user pool's group changed. Refused where the coach was changed since. */
export const endCoachGrant = (
  table: Table,
  userId: UserId,
  at: Instant,
  extraWrites: ExtraWrites = [],
): Promise<TransactionOutcome> =>
  sendTransaction(table, [
    updateWrite(table, coachKey(userId), { remove: ['pending'], if: { pending: 'grant', changed_at: at } }),
    ...extraWrites,
  ]);

/** The first step of a revocation. From now on the account is no coach. Refused where it was none. */
export const beginCoachRevocation = (
  table: Table,
  userId: UserId,
  at: Instant,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> =>
  sendTransaction(table, [
    updateWrite(table, coachKey(userId), { set: { pending: 'revoke', changed_at: at }, if: exists }),
    ...extraWrites,
  ]);

export const endCoachRevocation = async (table: Table, userId: UserId): Promise<void> => {
  await deleteItem(table, coachKey(userId), { if: { pending: 'revoke' } });
};

export const storeChecks = (
  table: Table,
  { id, ...before }: Pick<StoredCoach, 'id' | keyof CoachChecks>,
  { background_check, first_aid }: CoachChecks,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> =>
  sendTransaction(table, [
    updateWrite(table, coachKey(id), {
      set: { background_check, first_aid },
      if: {
        ...exists,
        background_check: before.background_check ?? orAbsent(null),
        first_aid: before.first_aid ?? orAbsent(null),
      },
    }),
    ...extraWrites,
  ]);

export const deleteCoach = async (table: Table, userId: UserId): Promise<void> => {
  await deleteItem(table, coachKey(userId));
};

/** One item for an address, so that a new invitation ends the one before (COA-01, SCH-01). */
export const storedInvitationSchema = z.object({
  id: invitationIdSchema,
  /** Empty for the link of a new school, whose holder names the address. */
  email: z._default(z.string(), ''),
  role: z._default(z.enum([...grantedRoles, 'adult']), 'coach'),
  family_id: z.optional(familyIdSchema),
  holds: z.optional(z.literal(true)),
  invited_by: userIdSchema,
  invited_at: instantSchema,
  valid_until: instantSchema,
  /** How often readers of the link tried to show that they know the family (FID-09). */
  tries: z.optional(z.int()),
  /** Hash of the link's secret; absent until the email is sent. */
  secret_hash: z.optional(z.string()),
  /** The account that the invitation is making an administrator. No other account can use it. */
  used_by: z.optional(userIdSchema),
  /** A link that was made while there was no administrator ends with the first one. */
  opens_school: z.optional(z.literal(true)),
  /** The opening alone has this: the invitation that opens the school, or the hash of the address that was named. */
  opened_with: z.optional(invitationIdSchema),
  named: z.optional(z.string()),
});
export type StoredInvitation = z.infer<typeof storedInvitationSchema>;

export const invitationFromItem = itemParser(storedInvitationSchema);

/** Invitations that were not accepted, ended ones included, and the opening. One consistent Query. */
export const listInvitations = (table: Table): Promise<StoredInvitation[]> =>
  queryAs(table, invitationFromItem, {
    ...inPartition(invitationsPartition),
    ConsistentRead: true,
  });

export const invitationsOf = (
  stored: readonly StoredInvitation[],
  role: GrantedRole,
): Pick<StoredInvitation, 'id' | 'email' | 'invited_at' | 'valid_until'>[] =>
  stored
    .filter((invitation) => invitation.role === role && !invitation.opens_school)
    .map(({ id, email, invited_at, valid_until }) => ({ id, email, invited_at, valid_until }))
    .toSorted((one, other) => ascending(one.email, other.email));

/** The invitation by its id, or by the hash of its address. One consistent read. */
export const getInvitation = (
  table: Table,
  { email, invitation = invitationIdOf(email) }: Pick<MailRequest, 'email' | 'invitation'>,
): Promise<StoredInvitation | undefined> =>
  getItem(table, { key: invitationKey(invitation), fromItem: invitationFromItem });

/** Invitations to be the second adult or the holder of families. One consistent round trip for each hundred. */
export const readFamilyInvitations = async (table: Table, familyIds: readonly FamilyId[]) => {
  const refOf = (familyId: FamilyId): ItemRef<StoredInvitation> => ({
    key: invitationKey(adultInvitationId(familyId)),
    fromItem: invitationFromItem,
  });
  const read = await batchRead(table, familyIds.map(refOf), { consistent: true });
  return (familyId: FamilyId): StoredInvitation | undefined => read(refOf(familyId));
};

type InvitedRole = StoredInvitation['role'];

export interface NewInvitation {
  readonly email: string;
  readonly by: UserId;
  readonly now: Date;
  readonly role?: InvitedRole;
  readonly familyId?: FamilyId;
  readonly holds?: true;
  /** The wrong answers to the link before, which go on counting. Refused where another answer came meanwhile. */
  readonly tries?: number;
}

const validMs: Readonly<Record<InvitedRole, number>> = {
  adult: limits.invitationDays * dayMs,
  admin: limits.adminInvitationHours * hourMs,
  coach: limits.invitationDays * dayMs,
};

export const newInvitation = ({
  email,
  by,
  now,
  role = 'coach',
  familyId,
  holds,
  tries,
}: NewInvitation): StoredInvitation => ({
  id: familyId ? adultInvitationId(familyId) : invitationIdOf(email),
  ...(familyId && { family_id: familyId }),
  ...(holds && { holds }),
  ...(tries && { tries }),
  email,
  role,
  invited_by: by,
  invited_at: instantOf(now),
  valid_until: instantOf(new Date(now.getTime() + validMs[role])),
});

const kindOf = ({ role }: Pick<StoredInvitation, 'role'>) => `${role}-invitation` as const;

/** Replaces an earlier invitation of the address, whose link ends. */
export const invitationPut = (table: Table, invitation: StoredInvitation, condition: Condition = {}) =>
  putWrite(
    table,
    {
      ...invitationKey(invitation.id),
      [entityAttribute]: kindOf(invitation),
      ...invitation,
      [tableSchema.timeToLiveAttribute]: toEpochSeconds(
        new Date(Date.parse(invitation.valid_until) + endedInvitationDays * dayMs),
      ),
    },
    condition,
  );

/** Stores an invitation and requests its email. */
export const storeInvitation = (
  table: Table,
  invited: NewInvitation,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> => {
  const invitation = newInvitation(invited);
  const { tries } = invited;
  return sendTransaction(table, [
    invitationPut(table, invitation, tries === undefined ? {} : { if: { tries: orAbsent(tries) } }),
    invitationMail(table, invitation, invited.now),
    ...extraWrites,
  ]);
};

const invitationMail = (table: Table, invitation: StoredInvitation, now: Date): Write => {
  const { email, id, role } = invitation;
  return mailRequestPut(table, {
    kind: kindOf(invitation),
    email,
    now,
    ...(role === 'adult' && { invitation: id }),
  });
};

export const deleteInvitation = (
  table: Table,
  { id, role }: Pick<StoredInvitation, 'id' | 'role'>,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> =>
  sendTransaction(table, [
    deleteWrite(table, invitationKey(id), { if: { [entityAttribute]: kindOf({ role }) } }),
    ...extraWrites,
  ]);

/** All invitations of an address, for roles and families. */
const listInvitationsTo = async (table: Table, email: string): Promise<StoredInvitation[]> =>
  (await listInvitations(table)).filter((invitation) => invitation.email === email);

export const eraseInvitations = async (table: Table, email: string): Promise<void> => {
  for (const { id } of await listInvitationsTo(table, email)) await deleteItem(table, invitationKey(id));
};

export const eraseFamilyInvitation = async (table: Table, familyId: FamilyId): Promise<void> => {
  await deleteItem(table, invitationKey(adultInvitationId(familyId)));
};

export const sameLink = ({ secret_hash }: StoredInvitation): { readonly if: Tests } => ({
  if: { secret_hash },
});

const replaceInvitation = async (table: Table, invitation: StoredInvitation, now: Date): Promise<void> => {
  if (!invitation.secret_hash || invitation.valid_until <= instantOf(now)) return;
  // The new link does not depend on whether there is an administrator.
  const { secret_hash: _, used_by: __, opens_school: ___, tries: ____, ...kept } = invitation;
  const renewed = { ...kept, invited_at: instantOf(now) };
  const { outcome } = await sendTransaction(table, [
    invitationPut(table, renewed, sameLink(invitation)),
    invitationMail(table, renewed, now),
  ]);
  if (outcome === 'busy') throw new ContentionError('Contention on an invitation persisted');
};

/** For an address's new password (AUT-45). Invitations keep their end; changed ones stay. @throws ContentionError */
export const replaceInvitations = async (table: Table, email: string, now: Date): Promise<void> => {
  for (const invitation of await listInvitationsTo(table, email))
    await replaceInvitation(table, invitation, now);
};

/** @returns the secret, which is stored nowhere; undefined where the invitation was replaced or withdrawn */
export const createInvitationLink = async (
  table: Table,
  { id, role, invited_at }: StoredInvitation,
): Promise<string | undefined> => {
  const secret = newSecret(kindOf({ role }));
  const { outcome } = await updateItem(table, invitationKey(id), {
    set: { secret_hash: sha256(secret) },
    if: { invited_at },
  });
  return outcome === 'done' ? `${id}.${secret}` : undefined;
};

/** Undefined for a link that is unknown, used, replaced, withdrawn or expired. */
export const findInvitation = async (
  table: Table,
  { link, role, now }: { readonly link: string; readonly role: InvitedRole; readonly now: Date },
): Promise<StoredInvitation | undefined> => {
  const [idText, secret] = link.split('.');
  const id = invitationIdSchema.safeParse(idText).data;
  if (!id || !secret) return undefined;
  const invitation = await getItem(table, { key: invitationKey(id), fromItem: invitationFromItem });
  if (invitation?.secret_hash !== sha256(secret) || invitation.valid_until <= instantOf(now))
    return undefined;
  return invitation.role === role ? invitation : undefined;
};

/** Counts before comparing, so that concurrent answers never exceed the limit (FID-09). @returns undefined at the limit */
export const countAnswer = async (
  table: Table,
  invitation: StoredInvitation,
): Promise<number | undefined> => {
  const { outcome, item } = await updateItem(table, invitationKey(invitation.id), {
    add: { tries: 1 },
    if: { ...sameLink(invitation).if, tries: orAbsent(below(limits.invitationTries)) },
    returnsNew: true,
  });
  return outcome === 'done' && item ? (invitationFromItem(item).tries ?? 0) : undefined;
};

/** How many wrong answers the family's present invitation got. One consistent read. */
export const getWrongAnswers = async (table: Table, familyId: FamilyId): Promise<number> =>
  (await getItem(table, { key: invitationKey(adultInvitationId(familyId)), fromItem: invitationFromItem }))
    ?.tries ?? 0;

/** A right answer does not count. */
export const uncountAnswer = async (table: Table, invitation: StoredInvitation): Promise<void> => {
  await updateItem(table, invitationKey(invitation.id), { add: { tries: -1 }, ...sameLink(invitation) });
};

/** Belongs in the first step: requires that the invitation is as it was read. */
export const requireInvitation = (table: Table, invitation: StoredInvitation): Write =>
  checkWrite(table, invitationKey(invitation.id), sameLink(invitation));

/** Belongs in the last step, so that the same link completes what was interrupted. */
export const useInvitation = (table: Table, invitation: StoredInvitation): Write =>
  deleteWrite(table, invitationKey(invitation.id), sameLink(invitation));
