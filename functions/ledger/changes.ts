import type { FamilyId, IdempotencyKey } from '#shared/lib/ids';
import type { Instant } from '#shared/lib/values';
import { limits } from '#shared/limits';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { attemptRef, familyLedgerKey } from '../lib/dynamo/keys-of-people.ts';
import { sendTransaction, type TransactionOutcome } from '../lib/dynamo/writes.ts';
import type { Table } from '../lib/table.ts';
import { type FamilyLedger, familyLedgerRef } from './ledger.ts';

const maxEndedAttempts = 100;

/** The parts of an `Update` that store attempts in a ledger, where the newest `maxEndedAttempts` remain. */
export const noteAttempts = (
  { ended_attempts }: Pick<FamilyLedger, 'ended_attempts'>,
  attempts: readonly IdempotencyKey[],
) => {
  const hasRoom = ended_attempts.size < maxEndedAttempts;
  return {
    set: hasRoom ? [] : ['ended_attempts = :attempts'],
    add: hasRoom ? ['ended_attempts :attempts'] : [],
    values: { ':attempts': new Set(attempts.map(attemptRef)) },
  };
};

/** The UTC hour of a moment in the form that ledgers store: `2025-09-23T10`. */
export const hourOf = (moment: Instant): string => moment.slice(0, 'yyyy-MM-ddTHH'.length);

export interface FamilyChange {
  /** The attempt that must not be carried out again. */
  readonly attempt?: IdempotencyKey;
  readonly at: Instant;
  /** What a family itself does counts and is limited for each hour (`limits.changesPerHour`). */
  readonly isCounted: boolean;
}

type ChangesOfHour = Pick<FamilyLedger, 'changes_hour' | 'hour_changes'>;

/** `new` for the first change of an hour; `same` where the ledger counts this hour already, or a later one. */
type ChangeHour = 'new' | 'same';

export const changeHourOf = (
  { changes_hour }: Pick<FamilyLedger, 'changes_hour'>,
  at: Instant,
): ChangeHour => (changes_hour < hourOf(at) ? 'new' : 'same');

export const hasReachedChangeLimit = (ledger: ChangesOfHour, at: Instant, changes = 1): boolean =>
  changeHourOf(ledger, at) === 'same' && ledger.hour_changes > limits.changesPerHour - changes;

/** The conditions exclude each other, so the count is exact. With different clocks an earlier hour counts in the later one. */
const countChangeIn = (hour: ChangeHour, at: Instant) =>
  hour === 'new'
    ? {
        condition: ' AND (attribute_not_exists(changes_hour) OR changes_hour < :changesHour)',
        set: ['changes_hour = :changesHour', 'hour_changes = :oneChange'],
        values: { ':changesHour': hourOf(at), ':oneChange': 1 },
      }
    : {
        condition: ' AND changes_hour >= :changesHour AND hour_changes < :mostChanges',
        set: ['hour_changes = hour_changes + :oneChange'],
        values: { ':changesHour': hourOf(at), ':oneChange': 1, ':mostChanges': limits.changesPerHour },
      };

export const countChange = (ledger: ChangesOfHour, change: FamilyChange | undefined) =>
  change?.isCounted
    ? countChangeIn(changeHourOf(ledger, change.at), change.at)
    : { condition: '', set: [], values: {} };

/** Refused, with the ledger, if that is closing or absent, for a known attempt, and at the limit of the hour. */
export const changeUpdate = (
  table: Table,
  familyId: FamilyId,
  change: FamilyChange & Required<Pick<FamilyChange, 'attempt'>>,
  ledger: FamilyLedger,
): Write => {
  const count = countChange(ledger, change);
  const attempts = noteAttempts(ledger, [change.attempt]);
  const set = [...count.set, ...attempts.set];
  return {
    Update: {
      TableName: table.name,
      Key: familyLedgerKey(familyId),
      ConditionExpression: `attribute_exists(PK) AND attribute_not_exists(closing) AND NOT contains(ended_attempts, :own)${count.condition}`,
      UpdateExpression: [
        ...(set.length > 0 ? [`SET ${set.join(', ')}`] : []),
        ...(attempts.add.length > 0 ? [`ADD ${attempts.add.join(', ')}`] : []),
      ].join(' '),
      ExpressionAttributeValues: {
        ...count.values,
        ...attempts.values,
        ':own': attemptRef(change.attempt),
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
};

export interface CountedChange {
  readonly parent_id: FamilyId;
  readonly at: Instant;
  /** The hour according to the ledger that was read. Without it, the change is tried as the first of its hour. */
  readonly hour?: ChangeHour | undefined;
}

export type CountedOutcome =
  | TransactionOutcome
  | { readonly outcome: 'limited' }
  /** The family is being deleted, or does not exist. */
  | { readonly outcome: 'no-ledger' };

/** All or nothing. Refusals of the writes come before the limit, so that a repeated request gets its first answer. */
export const sendAsOneChange = async (
  table: Table,
  change: CountedChange | undefined,
  writes: readonly Write[],
): Promise<CountedOutcome> => {
  if (!change) return sendTransaction(table, writes);
  const { parent_id, at, hour = 'new' } = change;
  const { condition, set, values } = countChangeIn(hour, at);
  const result = await sendTransaction(table, [
    ...writes,
    {
      Update: {
        TableName: table.name,
        Key: familyLedgerKey(parent_id),
        ConditionExpression: `attribute_exists(PK) AND attribute_not_exists(closing)${condition}`,
        UpdateExpression: `SET ${set.join(', ')}`,
        ExpressionAttributeValues: values,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
  ]);
  if (result.outcome !== 'refused') return result;
  const refusals = result.refusals.slice(0, writes.length);
  if (refusals.some((refusal) => refusal)) return { outcome: 'refused', refusals };
  const item = result.refusals[writes.length]?.item;
  const ledger = item && familyLedgerRef(parent_id).fromItem(item);
  if (!ledger || ledger.closing) return { outcome: 'no-ledger' };
  if (hasReachedChangeLimit(ledger, at)) return { outcome: 'limited' };
  return sendAsOneChange(table, { ...change, hour: changeHourOf(ledger, at) }, writes);
};
