import { randomUUID } from 'node:crypto';
import { accountItem } from '#functions/accounts/accounts';
import { registrationPut } from '#functions/accounts/registrations';
import { classPuts, type NewClass } from '#functions/classes/classes';
import { createDraftOnce } from '#functions/classes/drafts';
import { venuePuts } from '#functions/classes/venues';
import { familyPuts } from '#functions/families/families';
import { isReferenceTaken } from '#functions/ledger/references';
import { isNew, putWrite } from '#functions/lib/dynamo/expressions';
import { sendTransaction } from '#functions/lib/dynamo/writes';
import { newClassId } from '#functions/lib/ids';
import type { Table } from '#functions/lib/table';
import type { Venue } from '#shared/classes/class';
import { type ClassDraft, classDraftSchema } from '#shared/classes/class-input';
import { idempotencyKeySchema, type UserId, userIdSchema } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { familyOfHolder, type SampleFamily } from './world.ts';

/** What every request of an administrator has. */
export const asAdmin = (userId: UserId, signedInAt: Date) => ({
  caller: { userId, role: 'admin', signedInAt } as const,
  idempotencyKey: idempotencyKeySchema.parse(randomUUID()),
});

/** What every request of a family has, by its holder. */
export const asHolder = ({ id, profile }: SampleFamily, signedInAt: Date) => ({
  caller: { userId: profile.id, familyId: id, role: 'parent', signedInAt } as const,
  idempotencyKey: idempotencyKeySchema.parse(randomUUID()),
});

/** All or nothing, without an administrator and a log entry: for sample data and tests. @throws Error when the class exists */
export const putClass = async (table: Table, cls: NewClass): Promise<void> => {
  const { outcome } = await sendTransaction(table, classPuts(table, cls));
  if (outcome !== 'done') throw new Error(`The class could not be stored: ${outcome}`);
};

export const putDraft = async (
  table: Table,
  form: unknown,
  { now = new Date(), by = userIdSchema.parse(randomUUID()) } = {},
): Promise<ClassDraft> => {
  const draft = classDraftSchema.parse({
    id: newClassId(now),
    version: 1,
    form,
    created_by: by,
    created_at: instantOf(now),
  });
  const attempt = { by, key: idempotencyKeySchema.parse(randomUUID()), now };
  const stored = await createDraftOnce(table, draft, attempt, []);
  if (!stored) throw new Error('The draft could not be stored');
  return stored;
};

export const putVenue = async (table: Table, venue: Venue): Promise<void> => {
  const { outcome } = await sendTransaction(table, venuePuts(table, venue));
  if (outcome === 'busy') throw new Error('The venue could not be stored');
};

/**
 * All or nothing, without a sign-up: for samples and tests.
 * @throws Error where id or address are taken, or contention lasts
 */
export const putFamily = async (table: Table, family: SampleFamily): Promise<void> => {
  const { id, profile, children } = family;
  const writes = [
    registrationPut(table, { email: profile.email, userId: profile.id, attempt: profile.id }),
    putWrite(table, accountItem({ ...profile, family_id: id }), { if: isNew }),
    ...familyPuts(table, { family: familyOfHolder(family), children }),
  ];
  const result = await sendTransaction(table, writes);
  if (result.outcome === 'done') return;
  if (result.outcome === 'refused' && isReferenceTaken(writes, result.refusals))
    await putFamily(table, family);
  else throw new Error(`The family could not be stored: ${result.outcome}`);
};
