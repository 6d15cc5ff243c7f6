import { keptTrial } from '#shared/domain/bookings/endable-booking';
import { sessionsLeftValue } from '#shared/domain/bookings/endings';
import { businessMoment } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { TrialSession } from '#shared/schemas/booking';
import type { UserId } from '#shared/schemas/ids';
import type { LedgerEntryCause } from '#shared/schemas/ledger-entry';
import { type Cents, centsSchema } from '#shared/schemas/values';
import { ContentionError } from '../../contention-error.ts';
import type { TimedDeps } from '../../timed-deps.ts';
import { bookingCredit } from '../bookings/booking-credit.ts';
import type { StoredEndedBooking } from '../bookings/ended-bookings.ts';
import { getItem } from '../dynamo/get-item.ts';
import { sendTransaction } from '../dynamo/send-transaction.ts';
import { entryWrites, ledgerEntryRef } from '../ledger/entries.ts';
import type { Table } from '../table.ts';
import type { LiveParts } from './end-booking.ts';

/** The cause of the credit for a kept trial whose class is deleted: the trial ended without one. */
const trialCreditCause = ({ booking_id }: TrialSession) =>
  ({ type: 'ending', booking_id }) as const satisfies LedgerEntryCause;

/**
 * Credits what a kept trial was charged where its class is deleted before its session was held, and it is not credited for
 * the session (END-10). Called again, nothing is credited twice. At most one transaction.
 * @param madeBy the administrator who deletes the class, as far as known
 * @throws ContentionError where contention persisted
 */
export const creditTrialSession = async (
  { table, clock, timeZone }: TimedDeps,
  parts: Omit<LiveParts, 'ledger'>,
  madeBy: UserId | null,
): Promise<void> => {
  const { booking, cls } = parts;
  const { trial_session } = booking;
  const trial = keptTrial(parts, timeZone);
  if (!trial_session || !trial) return;
  const { now, today } = businessMoment(clock(), timeZone);
  const amount = sessionsLeftValue(trial, instantOf(now));
  if (amount === 0) return;
  const { id, class_type, venue } = cls;
  const { outcome } = await sendTransaction(table, [
    bookingCredit(table, booking, { date: trial_session.date, amount }),
    ...entryWrites(
      table,
      booking.parent_id,
      {
        kind: 'credit',
        cause: trialCreditCause(trial_session),
        class: { id, class_type, venue },
        amount,
        day: today,
        recorded_at: instantOf(now),
        made_by: madeBy,
      },
      { id: trial_session.booking_id, due_dates: trial_session.due_dates },
    ),
  ]);
  if (outcome === 'busy') throw new ContentionError('Contention on a credit persisted');
};

/** What a family was credited for the trial that a booking of a deleted class had kept. One read where it had kept one. */
export const getTrialCredit = async (
  table: Table,
  { parent_id, trial_session }: Pick<StoredEndedBooking, 'parent_id' | 'trial_session'>,
): Promise<Cents> => {
  const entry =
    trial_session && (await getItem(table, ledgerEntryRef(parent_id, trialCreditCause(trial_session))));
  return entry?.amount ?? centsSchema.parse(0);
};
