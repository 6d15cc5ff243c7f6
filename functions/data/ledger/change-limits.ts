import { limits } from '#shared/limits';
import type { IdempotencyKey, UserId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import { attemptMark, familyLedgerKey } from '../dynamo/keys/ledger.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../table.ts';
import { hourOf } from './charges.ts';
import type { FamilyLedger } from './family-ledger.ts';

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

/** A change, other than a booking, that a family makes or an administrator makes for it. */
export interface FamilyChange {
  readonly attempt: IdempotencyKey;
  readonly at: Instant;
  /** Whether it counts: what a family itself does in an hour is limited (`limits.changesPerHour`). */
  readonly isCounted: boolean;
}

/** Whether the family may make no other change in the hour of this one. */
export const hasChangedEnough = (
  { changes_hour, hour_changes }: Pick<FamilyLedger, 'changes_hour' | 'hour_changes'>,
  { at, isCounted }: FamilyChange,
): boolean => isCounted && changes_hour >= hourOf(at) && hour_changes >= limits.changesPerHour;

/**
 * What counts a change in a ledger, as parts of an `Update`: refused where the family may make no other one in the hour,
 * and where the count is not as it was read, so that of changes at the same time one is counted. Clocks differ: a change whose hour another one has ended counts in the later hour.
 */
export const changeCount = (
  { changes_hour, hour_changes }: Pick<FamilyLedger, 'changes_hour' | 'hour_changes'>,
  change: FamilyChange | undefined,
) => {
  if (!change?.isCounted) return { condition: '', set: [], values: {} };
  const hour = hourOf(change.at);
  const isSameHour = changes_hour >= hour;
  return {
    condition: changes_hour
      ? ` AND changes_hour = :changesHour AND hour_changes = :changes${isSameHour ? ' AND hour_changes < :mostChanges' : ''}`
      : ' AND attribute_not_exists(changes_hour)',
    set: ['changes_hour = :hour', 'hour_changes = :count'],
    values: {
      ...(changes_hour && { ':changesHour': changes_hour, ':changes': hour_changes }),
      ...(isSameHour && { ':mostChanges': limits.changesPerHour }),
      ':hour': isSameHour ? changes_hour : hour,
      ':count': isSameHour ? hour_changes + 1 : 1,
    },
  };
};

/**
 * The write of a change that the ledger only counts. Refused, with the ledger, where the family is being deleted or has
 * none, where the attempt was carried out before, and where another change was counted since the ledger was read.
 */
export const changeUpdate = (
  table: Table,
  userId: UserId,
  change: FamilyChange,
  ledger: FamilyLedger,
): Write => {
  const count = changeCount(ledger, change);
  const attempts = attemptsUpdate(ledger, [change.attempt]);
  const set = [...count.set, ...attempts.set];
  return {
    Update: {
      TableName: table.name,
      Key: familyLedgerKey(userId),
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
