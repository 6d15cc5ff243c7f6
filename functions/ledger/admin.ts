import { payByCardOf } from '#shared/cards/card-payment';
import type { PaymentRoutes } from '#shared/ledger/admin-routes';
import { type LedgerEntryCause, ledgerEntryKey } from '#shared/ledger/entry';
import { payNow } from '#shared/ledger/payment-link';
import { foldReference, referencesOf, type SecondReference } from '#shared/ledger/references';
import { type BusinessDay, businessMoment } from '#shared/lib/business-time';
import type { BookingId, FamilyId, IdempotencyKey } from '#shared/lib/ids';
import { ascending } from '#shared/lib/text';
import type { CalendarDate } from '#shared/lib/values';
import { readProfileNames } from '../accounts/accounts.ts';
import { getActiveFamily, readActiveFamilies } from '../accounts/stored-families.ts';
import {
  type FullLedger,
  type LedgerStatement,
  readClassSnapshot,
  readLedgerStatements,
  readStatement,
  settleLedger,
} from '../across/statement.ts';
import { freeBankRow } from '../bank/bank-rows.ts';
import { readCardMode } from '../cards/connection.ts';
import type { AdminDeps } from '../lib/deps.ts';
import type { Operation } from '../lib/http/operation.ts';
import { busy, changedMeanwhile, problem } from '../lib/http/problem-error.ts';
import type { Table } from '../lib/table.ts';
import { exportedFamilies } from '../limits.ts';
import { auditEventPut } from '../school/activity.ts';
import { readSettings } from '../school/settings.ts';
import { type LedgerOf, listLedgers, listLedgersAfter } from './list-ledgers.ts';
import { joinedReferences, setSecondReference as storeReference } from './references.ts';
import { checkPaymentDay, recordInLedger } from './steps.ts';

/** The class of the booking that a payment names. @throws ProblemError bookingNotFound */
const classOf = async (table: Table, ledger: FullLedger, bookingId: BookingId) => {
  const cls = await readClassSnapshot(table, ledger, bookingId);
  if (cls === undefined) throw problem('bookingNotFound');
  return cls;
};

export const recordPayment: Operation<PaymentRoutes['recordPayment'], AdminDeps> = (
  { caller, params: { parentId }, body, idempotencyKey },
  deps,
) =>
  recordInLedger({ caller, parentId }, deps, 'entry.recorded', async ({ today, common }, ledger) => {
    const { note, receipt, ...payment } = body;
    checkPaymentDay(payment.day, today);
    const { booking_id } = payment;
    return {
      entry: {
        kind: 'payment',
        ...payment,
        ...common,
        cause: causeOfAttempt(idempotencyKey),
        class: booking_id && (await classOf(deps.table, ledger, booking_id)),
      },
      note,
      receipt,
    };
  });

export const recordRefund: Operation<PaymentRoutes['recordRefund'], AdminDeps> = (
  { caller, params: { parentId }, body: { note, ...refund }, idempotencyKey },
  deps,
) =>
  recordInLedger({ caller, parentId }, deps, 'entry.recorded', ({ today, common }) => {
    checkPaymentDay(refund.day, today);
    return { entry: { kind: 'refund', ...refund, ...common, cause: causeOfAttempt(idempotencyKey) }, note };
  });

/** A credit reduces the booking with the last due date that lies ahead (DUE-01). */
const bookingDueLast = (ledger: FullLedger, day: BusinessDay): BookingId | undefined =>
  settleLedger(ledger, day)
    .charges.flatMap(({ booking_id, later }) => {
      const last = later?.at(-1);
      return last ? { booking_id, date: last.date } : [];
    })
    .toSorted((one, other) => ascending(one.date, other.date))
    .at(-1)?.booking_id;

/** Records a goodwill credit or a waiver (PAY-05, PAY-14). A waiver settles first what is due first. */
export const recordAllowance: Operation<PaymentRoutes['recordAllowance'], AdminDeps> = (
  { caller, params: { parentId }, body: { kind, amount, note }, idempotencyKey },
  deps,
) =>
  recordInLedger({ caller, parentId }, deps, 'entry.recorded', ({ today, common }, ledger) => {
    const entry = { amount, day: today, ...common, cause: causeOfAttempt(idempotencyKey) };
    if (kind === 'waiver') return { entry: { ...entry, kind }, note };
    const reduces = bookingDueLast(ledger, { today, timeZone: deps.timeZone });
    return { entry: { ...entry, kind, class: null, ...(reduces && { reduces }) }, note };
  });

/**
 * Reverses an entry that an administrator recorded, once (PAY-05). A credit for a session or an ending follows from its booking
 * and cannot be reversed. The bank row of the payment can be recorded again (BNK-02, BNK-05).
 * @throws ProblemError entryNotFound, and what `recordInLedger` throws
 */
export const takeBackEntry: Operation<PaymentRoutes['takeBackEntry'], AdminDeps> = (
  { caller, params: { parentId }, body },
  deps,
) =>
  recordInLedger({ caller, parentId }, deps, 'entry.taken-back', ({ today, common }, { entries }) => {
    const taken = entries.find(({ cause }) => ledgerEntryKey(cause) === body.entry);
    if (!taken || taken.kind === 'counter') throw problem('entryNotFound');
    const { cause, kind, amount } = taken;
    if (cause.type !== 'attempt' && cause.type !== 'row') throw problem('entryNotFound');
    return {
      countered: taken,
      entry: {
        kind: 'counter',
        countered: kind,
        amount,
        day: today,
        ...common,
        cause: { type: 'counter', entry: body.entry },
      },
      writes: kind === 'payment' && cause.type === 'row' ? freeBankRow(deps.table, { ...taken, cause }) : [],
    };
  });

const causeOfAttempt = (attempt: IdempotencyKey): Extract<LedgerEntryCause, { type: 'attempt' }> => ({
  type: 'attempt',
  attempt,
});

export const getParentLedger: Operation<PaymentRoutes['getParentLedger'], AdminDeps> = async (
  { params },
  { table, clock, timeZone },
) => {
  const [found, { instructions, payment_link }, cardMode] = await Promise.all([
    readStatement(table, params.parentId, businessMoment(clock(), timeZone)),
    readSettings(table),
    readCardMode(table),
  ]);
  if (!found) throw problem('parentNotFound');
  const { ledger, statement } = found;
  const withMakers = await nameMakers(table, [statement]);
  return {
    ...statement,
    ...withMakers(statement),
    instructions,
    pay_now: payNow(payment_link, statement),
    pay_by_card: payByCardOf(cardMode, statement.balance),
    second_reference: ledger?.second_reference ?? null,
    ...joinedReferences(ledger),
    reminded_at: ledger?.reminded_at ?? null,
    do_not_remind: ledger?.do_not_remind ?? false,
  };
};

interface Period {
  readonly from: CalendarDate;
  readonly until: CalendarDate;
}

const hasEntries = ({ charged, credited, waived, received }: LedgerOf): boolean =>
  [charged, credited, waived, received].some((sum) => sum !== 0);

const isIn = ({ from, until }: Period, day: CalendarDate): boolean => day >= from && day <= until;

const linesOfPeriod = ({ charges, entries }: LedgerStatement, period: Period) => ({
  charges: charges.filter(({ day, ending }) => isIn(period, day) || (ending && isIn(period, ending.day))),
  entries: entries.filter(({ day }) => isIn(period, day)),
});

/** A charge is listed where its booking or its ending is in the period (PAY-07). A request reads a page of families. */
export const listEntries: Operation<PaymentRoutes['listEntries'], AdminDeps> = async (
  { body: { cursor, ...period } },
  { table, clock, timeZone },
) => {
  const ledgers = await listLedgersAfter(table, cursor, exportedFamilies);
  const moment = businessMoment(clock(), timeZone);
  const statements = await readLedgerStatements(table, ledgers.filter(hasEntries), moment);
  const read = statements
    .map(({ statement, ...ledger }) => ({ ledger, lines: linesOfPeriod(statement, period) }))
    .filter(({ lines }) => lines.charges.length + lines.entries.length > 0);
  const [familyOf, withMakers] = await Promise.all([
    readActiveFamilies(
      table,
      read.map(({ ledger }) => ledger.parent_id),
    ),
    nameMakers(
      table,
      read.map(({ lines }) => lines),
    ),
  ]);
  return {
    families: read.map(({ ledger: { parent_id, reference = null }, lines }) => {
      const family = familyOf(parent_id);
      return {
        parent_id,
        reference,
        full_name: family?.full_name ?? null,
        email: family?.email ?? null,
        ...withMakers(lines),
      };
    }),
    next_cursor: ledgers.length === exportedFamilies ? (ledgers.at(-1)?.parent_id ?? null) : null,
  };
};

type Lines = Pick<LedgerStatement, 'charges' | 'entries'>;

const nameMakers = async (table: Table, statements: readonly Lines[]) => {
  const nameOf = await readProfileNames(
    table,
    statements.flatMap(({ charges, entries }) => [
      ...charges.map(({ ended_by }) => ended_by),
      ...entries.map(({ made_by }) => made_by),
    ]),
  );
  return ({ charges, entries }: Lines) => ({
    charges: charges.map((charge) => ({ ...charge, ended_by_name: nameOf(charge.ended_by) })),
    entries: entries.map((entry) => ({ ...entry, made_by_name: nameOf(entry.made_by) })),
  });
};

/** Where one reference contains the other, a bank's text with the longer one would name two families. */
const containsOther = (one: string, other: string): boolean => {
  const [folded, otherFolded] = [foldReference(one), foldReference(other)];
  return otherFolded !== '' && (folded.includes(otherFolded) || otherFolded.includes(folded));
};

/** Reads all ledgers. Two requests at once can both store a reference: a text then finds two families and none is proposed. */
const isReferenceOfAnotherFamily = async (
  table: Table,
  familyId: FamilyId,
  reference: SecondReference,
): Promise<boolean> =>
  (await listLedgers(table)).some(
    (ledger) =>
      ledger.parent_id !== familyId && referencesOf(ledger).some((other) => containsOther(reference, other)),
  );

/** Logs a change only (BNK-03). @throws ProblemError parentNotFound, changedMeanwhile, referenceTaken, busy */
export const setSecondReference: Operation<PaymentRoutes['setSecondReference'], AdminDeps> = async (
  { caller, params: { parentId }, body },
  { table, clock },
) => {
  if (!(await getActiveFamily(table, parentId))) throw problem('parentNotFound');
  if (body.second_reference && (await isReferenceOfAnotherFamily(table, parentId, body.second_reference)))
    throw problem('referenceTaken');
  const audit = auditEventPut(table, clock(), {
    actor_id: caller.userId,
    action: 'parent.updated',
    subject_id: parentId,
    fields: ['second_reference'],
  });
  const result = await storeReference(table, parentId, body, [audit]);
  if (result.outcome === 'changed-meanwhile') throw changedMeanwhile(result.stored);
  if (result.outcome === 'gone') throw problem('parentNotFound');
  if (result.outcome === 'taken') throw problem('referenceTaken');
  if (result.outcome === 'busy') throw busy();
};
