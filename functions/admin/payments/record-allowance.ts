import { ascending } from '#shared/domain/lists/ascending';
import type { BusinessDay } from '#shared/domain/time/business-time';
import type { BookingId } from '#shared/schemas/ids';
import { type FullLedger, settleLedger } from '../../data/views/full-ledger.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';
import { attemptCause, recordInLedger } from './record-entry.ts';

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
