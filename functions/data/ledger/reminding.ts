import type { UserId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import { familyLedgerKey } from '../dynamo/keys/ledger.ts';
import { sendTransaction, type TransactionOutcome, type Write } from '../dynamo/send-transaction.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import type { Table } from '../table.ts';
import { getFamilyLedger } from './family-ledger.ts';

/**
 * Stores whether a family is left out of reminders, with the extra writes; nothing where it was stored before. Refused
 * where the family has no ledger.
 */
export const setDoNotRemind = async (
  table: Table,
  userId: UserId,
  doNotRemind: boolean,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome['outcome']> => {
  const update: Write = {
    Update: {
      TableName: table.name,
      Key: familyLedgerKey(userId),
      // An absent choice is that of no.
      ConditionExpression: doNotRemind
        ? 'attribute_exists(PK) AND (attribute_not_exists(do_not_remind) OR do_not_remind = :other)'
        : 'do_not_remind = :other',
      UpdateExpression: 'SET do_not_remind = :value',
      ExpressionAttributeValues: { ':value': doNotRemind, ':other': !doNotRemind },
    },
  };
  const { outcome } = await sendTransaction(table, [update, ...extraWrites]);
  if (outcome !== 'refused') return outcome;
  const ledger = await getFamilyLedger(table, userId, { consistent: true });
  if (!ledger) return 'refused';
  return ledger.do_not_remind === doNotRemind ? 'done' : 'busy';
};

/**
 * The write that notes a reminder; refused where the family was reminded after `pauseFrom`, or is not to be reminded.
 * @param moment.pauseFrom an earlier reminder does not count
 */
export const remindedUpdate = (
  table: Table,
  userId: UserId,
  { at, pauseFrom }: { readonly at: Instant; readonly pauseFrom: Instant },
): Write => ({
  Update: {
    TableName: table.name,
    Key: familyLedgerKey(userId),
    ConditionExpression:
      'attribute_exists(PK) AND (attribute_not_exists(do_not_remind) OR do_not_remind = :no)' +
      ' AND (attribute_not_exists(reminded_at) OR reminded_at <= :pauseFrom)',
    UpdateExpression: 'SET reminded_at = :at',
    ExpressionAttributeValues: { ':at': at, ':pauseFrom': pauseFrom, ':no': false },
  },
});
