import { dayMs } from '#shared/lib/durations';
import type { FamilyId, UserId } from '#shared/lib/ids';
import { deleteCoach } from '../accounts/coaches.ts';
import { registrationDelete } from '../accounts/registrations.ts';
import { deleteSecondFactor } from '../accounts/second-factor.ts';
import { deleteAttemptNotes } from '../lib/attempts.ts';
import { ContentionError } from '../lib/contention.ts';
import { absent, deleteWrite, exists, putWrite, updateWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute, tableSchema, toEpochSeconds } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { accountKey, erasedFamilyKey, erasedKey } from '../lib/dynamo/keys-of-people.ts';
import { deleteItem, sendTransaction } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import { dropAsideMailsOf } from '../lib/mail/aside-mails.ts';
import type { Table } from '../lib/table.ts';
import { erasedKnownDays } from '../limits.ts';
import { endLinks } from './end-links.ts';

export interface ErasedAccount {
  readonly id: UserId;
  readonly email: string;
  readonly family_id: FamilyId;
}

/** Records that a family or an account is gone, so that no restore of the table brings it back. */
export const erasedPut = (table: Table, id: FamilyId | UserId, now: Date): Write =>
  putWrite(table, {
    ...erasedKey(id),
    [entityAttribute]: 'erased',
    [tableSchema.timeToLiveAttribute]: toEpochSeconds(new Date(now.getTime() + erasedKnownDays * dayMs)),
  });

/** The first step of a deletion. Refused for an administrator, whose role must be revoked first. */
export const accountClosing = (table: Table, { id }: Pick<ErasedAccount, 'id'>): Write =>
  updateWrite(table, accountKey(id), {
    set: { deleting: true },
    if: { ...exists, role: absent },
  });

/** Can be repeated. @returns false for an administrator, and where the account is gone */
export const closeAccount = async (table: Table, account: Pick<ErasedAccount, 'id'>): Promise<boolean> => {
  const { outcome } = await sendTransaction(table, [accountClosing(table, account)]);
  if (outcome === 'busy') throw new ContentionError('Contention on an account persisted');
  return outcome === 'done';
};

/** Deletes secret links, roles and second factor of an account. Idempotent. */
export const clearAccount = async (table: Table, account: ErasedAccount, now: Date): Promise<void> => {
  const { id } = account;
  await Promise.all([
    endLinks(table, account, { occasion: 'erasure', now }),
    deleteAttemptNotes(table, id),
    deleteItem(table, erasedFamilyKey(id)),
    deleteCoach(table, id),
    deleteSecondFactor(table, id),
    dropAsideMailsOf(table, account),
  ]);
};

/**
 * Frees the address, unless another account has it. All or nothing.
 * @returns false where an extra write was refused
 * @throws ContentionError where contention persisted
 */
export const deleteAccountItem = async (
  table: Table,
  { id, email }: Pick<ErasedAccount, 'id' | 'email'>,
  now: Date,
  extraWrites: ExtraWrites,
): Promise<boolean> => {
  const writes = [deleteWrite(table, accountKey(id)), ...extraWrites, erasedPut(table, id, now)];
  const first = await sendTransaction(table, [...writes, registrationDelete(table, { email, userId: id })]);
  const isOtherAddress = first.outcome === 'refused' && first.refusals[writes.length] !== undefined;
  const result = isOtherAddress ? await sendTransaction(table, writes) : first;
  if (result.outcome === 'busy') throw new ContentionError('Contention on an account or a family persisted');
  return result.outcome === 'done';
};
