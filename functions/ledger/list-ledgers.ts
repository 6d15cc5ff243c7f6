import * as z from 'zod/mini';
import { type MoneyFigures, moneyFigures } from '#shared/ledger/balance';
import { type FamilyId, familyIdSchema } from '#shared/lib/ids';
import type { CalendarDate, Instant } from '#shared/lib/values';
import { atMost, exists, orAbsent, updateWrite } from '../lib/dynamo/expressions.ts';
import { type Item, itemParser } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { familyLedgerKey, ledgersPartition } from '../lib/dynamo/keys-of-people.ts';
import { inPartition, queryAs, queryFirst } from '../lib/dynamo/reads.ts';
import { sendTransaction, type TransactionOutcome } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';
import { dueOfLedger } from './due-plans.ts';
import { familyLedgerSchema, getFamilyLedger } from './ledger.ts';

const listed = {
  charged: true,
  credited: true,
  waived: true,
  received: true,
  reference: true,
  second_reference: true,
  joined_references: true,
  open_since: true,
  due_plans: true,
  payers: true,
  reminded_at: true,
  do_not_remind: true,
  closing: true,
} as const;

export const listedLedgerSchema = z.pick(familyLedgerSchema, listed);

export interface LedgerOf extends z.infer<typeof listedLedgerSchema> {
  readonly parent_id: FamilyId;
}

const ledgerOfItem = (item: Item): LedgerOf => ({
  parent_id: familyIdSchema.parse(item.SK),
  ...itemParser(listedLedgerSchema)(item),
});

/** Leaves out attempts and trials, the larger part of an old ledger. Some names are reserved words. */
const projection = {
  ProjectionExpression: ['SK', ...Object.keys(listed).map((name) => `#${name}`)].join(', '),
  ExpressionAttributeNames: Object.fromEntries(Object.keys(listed).map((name) => [`#${name}`, name])),
};

/** One Query, of two pages for 5,000 families. */
export const listLedgers = (table: Table): Promise<LedgerOf[]> =>
  queryAs(table, ledgerOfItem, {
    ...inPartition({ PK: ledgersPartition }),
    ...projection,
  });

/** Ledgers after one family, by family id. One Query. */
export const listLedgersAfter = async (
  table: Table,
  after: FamilyId | undefined,
  limit: number,
): Promise<LedgerOf[]> => {
  const items = await queryFirst(
    table,
    [
      {
        ...inPartition({ PK: ledgersPartition }, { after: after && familyLedgerKey(after).SK }),
        ...projection,
      },
    ],
    limit,
  );
  return items.map(ledgerOfItem);
};

/** The school's money over all families on a day (PAY-07, PAY-09, DUE-02). */
export const figuresOn = (ledgers: readonly LedgerOf[], day: CalendarDate): MoneyFigures =>
  moneyFigures(ledgers.map((ledger) => ({ ...ledger, due: dueOfLedger(ledger, day).due })));

export const setDoNotRemind = async (
  table: Table,
  familyId: FamilyId,
  doNotRemind: boolean,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> => {
  const update = updateWrite(table, familyLedgerKey(familyId), {
    set: { do_not_remind: doNotRemind },
    // An absent value means false.
    if: { ...exists, do_not_remind: doNotRemind ? orAbsent(false) : true },
  });
  const result = await sendTransaction(table, [update, ...extraWrites]);
  if (result.outcome !== 'refused') return result;
  const ledger = await getFamilyLedger(table, familyId, { consistent: true });
  if (!ledger) return result;
  return { outcome: ledger.do_not_remind === doNotRemind ? 'done' : 'busy' };
};

/** Stores that a family was reminded. Refused where it was reminded after `pauseFrom`, or is not to be reminded. */
export const remindedUpdate = (
  table: Table,
  familyId: FamilyId,
  { at, pauseFrom }: { readonly at: Instant; readonly pauseFrom: Instant },
): Write =>
  updateWrite(table, familyLedgerKey(familyId), {
    set: { reminded_at: at },
    if: { ...exists, do_not_remind: orAbsent(false), reminded_at: orAbsent(atMost(pauseFrom)) },
  });
