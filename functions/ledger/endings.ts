import type { Booking } from '#shared/booking/booking';
import type { FamilyId, IdempotencyKey } from '#shared/lib/ids';
import type { Cents, Instant } from '#shared/lib/values';
import { entityAttribute, tableSchema, toEpochSeconds } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { familyLedgerKey } from '../lib/dynamo/keys-of-people.ts';
import type { Table } from '../lib/table.ts';
import { attemptsUpdate, changeCount, type FamilyChange } from './changes.ts';
import { openSince, raiseVersions, trialMark } from './charges.ts';
import { addPlans, joinPlans, namesOf, type PlannedBooking, reducePlan } from './due-plans.ts';
import { type FamilyLedger, type FamilyPlace, ledgerEntity, placesAfter } from './ledger.ts';

/** What the end of a booking changes in its family's ledger. */
interface EndingOnLedger extends FamilyPlace, Pick<Booking, 'id' | 'parent_id' | 'due_dates'> {
  readonly at: Instant;
  /** Of the attempt that made the booking. */
  readonly idempotency_key: IdempotencyKey;
  readonly credit: Cents;
  /** The booking that follows in the same transaction, with what it is charged. */
  readonly next: (PlannedBooking & FamilyPlace & Pick<Booking, 'created_at'>) | undefined;
  /** The change that ends it, where it is noted or counts. */
  readonly change?: FamilyChange | undefined;
  /** False for a trial that does not count: the child may have another one. */
  readonly trial_used: boolean | undefined;
}

/**
 * The write that credits the end of a booking, after which its attempt cannot create another booking. Refused where the
 * family has no ledger, or may make no other change in the hour, and, where another booking follows, where it is being
 * deleted, its places changed or its child got other sessions.
 * @param ledger as it was read with the booking
 */
export const endingUpdate = (
  table: Table,
  { idempotency_key, at, credit, next, change, trial_used, ...booking }: EndingOnLedger,
  ledger: FamilyLedger,
): Write => {
  const attempts = attemptsUpdate(ledger, [idempotency_key, ...(change?.attempt ? [change.attempt] : [])]);
  const count = changeCount(ledger, change);
  const since = next && next.amount > 0 ? openSince(ledger, [next], next.created_at) : undefined;
  const plans = joinPlans(
    reducePlan(booking, 'credited', credit, at),
    addPlans(next ? [next] : [], at, ledger),
  );
  const places = placesAfter(booking, next, ledger);
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
        ...(trial_used === false && { ':trials': new Set([trialMark(booking)]) }),
      },
    },
  };
};

/** The write after which a family takes no booking, in the first transaction of its deletion. */
export const closeLedger = (table: Table, familyId: FamilyId): Write => ({
  Update: {
    TableName: table.name,
    Key: familyLedgerKey(familyId),
    UpdateExpression: 'SET closing = :true, #entity = :entity',
    ExpressionAttributeNames: { '#entity': entityAttribute },
    ExpressionAttributeValues: { ':true': true, ':entity': ledgerEntity },
  },
});

/** The write after which the ledger of an erased family expires: until then it counts in the school's sums (END-12). */
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

/** The write that deletes the ledger of a family that never booked. */
export const ledgerDelete = (table: Table, familyId: FamilyId): Write => ({
  Delete: { TableName: table.name, Key: familyLedgerKey(familyId) },
});
