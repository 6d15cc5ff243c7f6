import type { FamilyId, IdempotencyKey } from '#shared/lib/ids';
import type { Instant } from '#shared/lib/values';
import { limits } from '#shared/limits';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { attemptMark, familyLedgerKey } from '../lib/dynamo/keys-of-people.ts';
import { sendTransaction, type TransactionOutcome } from '../lib/dynamo/writes.ts';
import type { Table } from '../lib/table.ts';
import { type FamilyLedger, familyLedgerRef } from './ledger.ts';

/** A ledger keeps this many attempts; older ones are removed. */
const maxEndedAttempts = 100;

/** What notes attempts in a ledger, as parts of an `Update`. */
export const attemptsUpdate = (
  { ended_attempts }: Pick<FamilyLedger, 'ended_attempts'>,
  attempts: readonly IdempotencyKey[],
) => {
  const keepsAll = ended_attempts.size < maxEndedAttempts;
  return {
    set: keepsAll ? [] : ['ended_attempts = :attempts'],
    add: keepsAll ? ['ended_attempts :attempts'] : [],
    values: { ':attempts': new Set(attempts.map(attemptMark)) },
  };
};

/** The hour of a moment (UTC) as ledgers keep it: `2025-09-23T10`. */
export const hourOf = (moment: Instant): string => moment.slice(0, 'yyyy-MM-ddTHH'.length);

/** A change that a family makes or an administrator makes for it. */
export interface FamilyChange {
  /** Of an attempt that must not be carried out again. */
  readonly attempt?: IdempotencyKey;
  readonly at: Instant;
  /** Whether it counts: what a family itself does in an hour is limited (`limits.changesPerHour`). */
  readonly isCounted: boolean;
}

type ChangesOfHour = Pick<FamilyLedger, 'changes_hour' | 'hour_changes'>;

/** Whether a change is the first of its hour, or in an hour (or before one) that the ledger counts already. */
type ChangeHour = 'new' | 'same';

export const changeHourOf = (
  { changes_hour }: Pick<FamilyLedger, 'changes_hour'>,
  at: Instant,
): ChangeHour => (changes_hour < hourOf(at) ? 'new' : 'same');

/** Whether the family may not make some more changes in the hour of a moment. */
export const hasChangedEnough = (ledger: ChangesOfHour, at: Instant, changes = 1): boolean =>
  changeHourOf(ledger, at) === 'same' && ledger.hour_changes > limits.changesPerHour - changes;

/**
 * What counts a change in a ledger, as parts of an `Update`. The conditions of the two cases exclude each other, so that the
 * count is exact whichever case was read. Clocks differ: a change whose hour another one has ended counts in the later hour.
 */
const countIn = (hour: ChangeHour, at: Instant) =>
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

/** What counts a change in a ledger that was read, where it counts. */
export const changeCount = (ledger: ChangesOfHour, change: FamilyChange | undefined) =>
  change?.isCounted
    ? countIn(changeHourOf(ledger, change.at), change.at)
    : { condition: '', set: [], values: {} };

/**
 * The write of a change that the ledger only counts. Refused, with the ledger, where the family is being deleted or has
 * none, where the attempt was carried out before, and where the family may make no other change in the hour.
 */
export const changeUpdate = (
  table: Table,
  familyId: FamilyId,
  change: FamilyChange & Required<Pick<FamilyChange, 'attempt'>>,
  ledger: FamilyLedger,
): Write => {
  const count = changeCount(ledger, change);
  const attempts = attemptsUpdate(ledger, [change.attempt]);
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
        ':own': attemptMark(change.attempt),
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
};

/** A change of a family that counts. */
export interface CountedChange {
  readonly parent_id: FamilyId;
  readonly at: Instant;
  /** As its ledger was read. Without it, it is taken for the first change of its hour. */
  readonly hour?: ChangeHour | undefined;
}

export type CountedOutcome =
  | TransactionOutcome
  /** The family has made as many changes in this hour as it may. Nothing was stored. */
  | { readonly outcome: 'limited' }
  /** The family is being deleted, or does not exist. Nothing was stored. */
  | { readonly outcome: 'no-ledger' };

/**
 * Stores all of the writes and counts them as one change of a family, or none. The transaction is sent again where the hour is
 * not the case. What else refuses the writes comes before the limit, so that a repeated request gets its first answer.
 * @param change absent for what does not count
 */
export const sendCounted = async (
  table: Table,
  change: CountedChange | undefined,
  writes: readonly Write[],
): Promise<CountedOutcome> => {
  if (!change) return sendTransaction(table, writes);
  const { parent_id, at, hour = 'new' } = change;
  const { condition, set, values } = countIn(hour, at);
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
  if (hasChangedEnough(ledger, at)) return { outcome: 'limited' };
  return sendCounted(table, { ...change, hour: changeHourOf(ledger, at) }, writes);
};
