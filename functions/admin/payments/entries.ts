import { ledgerEntryKey } from '#shared/domain/ledger/entry-key';
import { ascending } from '#shared/domain/lists/ascending';
import type { BusinessDay } from '#shared/domain/time/business-time';
import type { BookingId, IdempotencyKey } from '#shared/schemas/ids';
import type { LedgerEntryCause } from '#shared/schemas/ledger-entry';
import { getClass } from '../../data/classes/classes.ts';
import { type FullLedger, settleLedger } from '../../data/joins/full-ledger.ts';
import { bankRowFreed } from '../../data/ledger/bank-rows.ts';
import type { Table } from '../../data/table.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';
import { checkPaymentDay, recordInLedger } from './record-in-ledger.ts';

/**
 * The class of the booking that a payment names.
 * @throws ProblemError bookingNotFound for a booking of another family
 */
const classOf = async (table: Table, { bookings, ended }: FullLedger, bookingId: BookingId) => {
  const record = ended.find(({ id }) => id === bookingId);
  if (record) return { id: record.class_id, class_type: record.class_type, venue: record.venue };
  const booking = bookings.find(({ id }) => id === bookingId);
  if (!booking) throw problem('bookingNotFound');
  const cls = await getClass(table, booking.class_id);
  return cls ? { id: cls.id, class_type: cls.class_type, venue: cls.venue } : null;
};

/** Records money that came in, and asks for a receipt (PAY-05, PAY-06). */
export const recordPayment: Operation<'recordPayment', AdminDeps> = (
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
        cause: attemptCause(idempotencyKey),
        class: booking_id && (await classOf(deps.table, ledger, booking_id)),
      },
      note,
      receipt,
    };
  });

/** Records money that was given back (PAY-05). */
export const recordRefund: Operation<'recordRefund', AdminDeps> = (
  { caller, params: { parentId }, body: { note, ...refund }, idempotencyKey },
  deps,
) =>
  recordInLedger({ caller, parentId }, deps, 'entry.recorded', ({ today, common }) => {
    checkPaymentDay(refund.day, today);
    return { entry: { kind: 'refund', ...refund, ...common, cause: attemptCause(idempotencyKey) }, note };
  });

/** The booking with the last date that lies ahead and is open: a credit reduces the last date first (DUE-01). */
const lastToPay = (ledger: FullLedger, day: BusinessDay): BookingId | undefined =>
  settleLedger(ledger, day)
    .charges.flatMap(({ booking_id, later }) => {
      const last = later?.at(-1);
      return last ? { booking_id, date: last.date } : [];
    })
    .toSorted((one, other) => ascending(one.date, other.date))
    .at(-1)?.booking_id;

/**
 * Records a goodwill credit or a waiver (PAY-05, PAY-14). A waiver gives up what is due first; a credit reduces the last date
 * that lies ahead, where there is one (DUE-01).
 */
export const recordAllowance: Operation<'recordAllowance', AdminDeps> = (
  { caller, params: { parentId }, body: { kind, amount, note }, idempotencyKey },
  deps,
) =>
  recordInLedger({ caller, parentId }, deps, 'entry.recorded', ({ today, common }, ledger) => {
    const entry = { amount, day: today, ...common, cause: attemptCause(idempotencyKey) };
    if (kind === 'waiver') return { entry: { ...entry, kind }, note };
    const reduces = lastToPay(ledger, { today, timeZone: deps.timeZone });
    return { entry: { ...entry, kind, class: null, ...(reduces && { reduces }) }, note };
  });

/**
 * Reverses an entry that an administrator recorded, once (PAY-05). A credit for a session or an ending cannot be
 * reversed by hand: it follows from what happened to its booking. The row of a bank file whose payment is taken back can be
 * recorded again, for the same family or another one (BNK-02).
 * @throws ProblemError entryNotFound, and as `recordInLedger` does
 */
export const takeBackEntry: Operation<'takeBackEntry', AdminDeps> = (
  { caller, params: { parentId }, body },
  deps,
) =>
  recordInLedger({ caller, parentId }, deps, 'entry.taken-back', ({ today, common }, { entries }) => {
    const taken = entries.find(({ cause }) => ledgerEntryKey(cause) === body.entry);
    if (!taken || taken.kind === 'counter') throw problem('entryNotFound');
    const { cause, day, kind, amount } = taken;
    if (cause.type !== 'attempt' && cause.type !== 'row') throw problem('entryNotFound');
    return {
      taken,
      entry: {
        kind: 'counter',
        countered: kind,
        ...{ amount, day: today, ...common },
        cause: { type: 'counter', entry: body.entry },
      },
      writes: cause.type === 'row' ? [bankRowFreed(deps.table, { id: cause.row, day }, cause.time)] : [],
    };
  });

/** The cause of an entry that an administrator records: sent again, it is the same entry. */
const attemptCause = (attempt: IdempotencyKey): Extract<LedgerEntryCause, { type: 'attempt' }> => ({
  type: 'attempt',
  attempt,
});
