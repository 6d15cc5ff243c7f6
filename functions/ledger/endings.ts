import type { Booking } from '#shared/booking/booking';
import type { FamilyId, IdempotencyKey } from '#shared/lib/ids';
import type { Cents, Instant } from '#shared/lib/values';
import { entityAttribute, tableSchema, toEpochSeconds } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { familyLedgerKey } from '../lib/dynamo/keys-of-people.ts';
import type { Table } from '../lib/table.ts';
import { countChange, type FamilyChange, noteAttempts } from './changes.ts';
import { openSince, raiseVersions, trialKey } from './charges.ts';
import { addPlans, joinPlans, namesOf, type PlannedBooking, reducePlan } from './due-plans.ts';
import { changePlacesAtEnding, type FamilyLedger, type FamilyPlace, ledgerEntity } from './ledger.ts';

interface EndingOnLedger extends FamilyPlace, Pick<Booking, 'id' | 'parent_id' | 'due_dates'> {
  readonly at: Instant;
  /** The key of the attempt that made the booking. */
  readonly idempotency_key: IdempotencyKey;
  readonly credit: Cents;
  /** The booking that replaces the ended one in the same transaction. */
  readonly next: (PlannedBooking & FamilyPlace & Pick<Booking, 'created_at'>) | undefined;
  /** Absent where the ending is neither stored as an attempt nor counted. */
  readonly change?: FamilyChange | undefined;
  /** False where the trial does not count, so that the child may have another one. */
  readonly trial_used: boolean | undefined;
}

/**
 * Credits the end of a booking, whose attempt then cannot create another one. Refused without a ledger, at the limit of the
 * hour and, with `next`, where the ledger is closing, its places changed or the child got other sessions.
 */
export const endingUpdate = (
  table: Table,
  { idempotency_key, at, credit, next, change, trial_used, ...booking }: EndingOnLedger,
  ledger: FamilyLedger,
): Write => {
  const attempts = noteAttempts(ledger, [idempotency_key, ...(change?.attempt ? [change.attempt] : [])]);
  const count = countChange(ledger, change);
  const since = next && next.amount > 0 ? openSince(ledger, [next], next.created_at) : undefined;
  const plans = joinPlans(
    reducePlan(booking, 'credited', credit, at),
    addPlans(next ? [next] : [], at, ledger),
  );
  const places = changePlacesAtEnding(booking, next, ledger);
  const versions = next && raiseVersions([next.child_id], ledger);
  const remove = [...(trial_used === false ? ['trials :trials'] : []), ...places.remove];
  const set = [
    ...attempts.set,
    ...count.set,
    ...places.set,
    ...(versions?.set ?? []),
    ...(since ? [`open_since = ${since.expression}`] : []),
    ...plans.set,
  ];
  const add = ['credited :credit', 'charged :charge', ...attempts.add];
  return {
    Update: {
      TableName: table.name,
      Key: familyLedgerKey(booking.parent_id),
      ConditionExpression: `attribute_exists(PK)${next ? ' AND attribute_not_exists(closing)' : ''}${count.condition}${places.condition}${versions?.condition ?? ''}`,
      UpdateExpression: [
        ...(set.length > 0 ? [`SET ${set.join(', ')}`] : []),
        ...(plans.remove.length > 0 ? [`REMOVE ${plans.remove.join(', ')}`] : []),
        `ADD ${add.join(', ')}`,
        ...(remove.length > 0 ? [`DELETE ${remove.join(', ')}`] : []),
      ].join(' '),
      ...namesOf({ ...plans.names, ...versions?.names }),
      ExpressionAttributeValues: {
        ':credit': credit,
        ':charge': next?.amount ?? 0,
        ...attempts.values,
        ...count.values,
        ...since?.value,
        ...plans.values,
        ...places.values,
        ...versions?.values,
        ...(trial_used === false && { ':trials': new Set([trialKey(booking)]) }),
      },
    },
  };
};

export const closeLedger = (table: Table, familyId: FamilyId): Write => ({
  Update: {
    TableName: table.name,
    Key: familyLedgerKey(familyId),
    UpdateExpression: 'SET closing = :true, #entity = :entity',
    ExpressionAttributeNames: { '#entity': entityAttribute },
    ExpressionAttributeValues: { ':true': true, ':entity': ledgerEntity },
  },
});

/** The ledger of an erased family counts in the school's sums until it expires (END-12). */
export const ledgerExpiry = (table: Table, familyId: FamilyId, until: Date): Write => ({
  Update: {
    TableName: table.name,
    Key: familyLedgerKey(familyId),
    UpdateExpression:
      'SET #expires = :until REMOVE ended_attempts, renamed_children, payers, second_reference, joined_references, #reference',
    ExpressionAttributeNames: { '#expires': tableSchema.timeToLiveAttribute, '#reference': 'reference' },
    ExpressionAttributeValues: { ':until': toEpochSeconds(until) },
  },
});

export const ledgerDelete = (table: Table, familyId: FamilyId): Write => ({
  Delete: { TableName: table.name, Key: familyLedgerKey(familyId) },
});
