import { businessMoment } from '#shared/domain/business-time';
import { sessionsLeftValue } from '#shared/domain/changes';
import { keptTrial } from '#shared/domain/endable-booking';
import { instantOf } from '#shared/domain/instant-of';
import type { AccountEntryCause } from '#shared/schemas/account-entry';
import type { TrialSession } from '#shared/schemas/booking';
import { ContentionError } from '../../contention-error.ts';
import { entryWrites } from '../accounts/account-entries.ts';
import { bookingCredit } from '../bookings/booking-credit.ts';
import { sendTransaction } from '../dynamo/send-transaction.ts';
import type { EndingDeps, LiveParts } from './end-booking.ts';

/** The cause of the credit for a kept trial whose class is deleted: the trial ended without one. */
export const trialCreditCause = ({ booking_id }: TrialSession) =>
  ({ type: 'ending', booking_id }) as const satisfies AccountEntryCause;

/**
 * Credits what a kept trial was charged where its class is deleted before its session was held, and it is not credited for
 * the session (END-10). Called again, nothing is credited twice. At most one transaction.
 * @throws ContentionError where contention persisted
 */
export const creditTrialSession = async (
  { table, clock, timeZone }: EndingDeps,
  { booking, cls, slot }: Omit<LiveParts, 'account'>,
): Promise<void> => {
  const { trial_session } = booking;
  const trial = keptTrial(cls, slot, booking, timeZone);
  if (!trial_session || !trial) return;
  const { now, today } = businessMoment(clock(), timeZone);
  const amount = sessionsLeftValue(trial, instantOf(now));
  if (amount === 0) return;
  const { id, class_type, venue } = cls;
  const { outcome } = await sendTransaction(table, [
    bookingCredit(table, booking, { date: trial_session.date, amount }),
    ...entryWrites(table, booking.parent_id, {
      kind: 'credit',
      cause: trialCreditCause(trial_session),
      class: { id, class_type, venue },
      amount,
      day: today,
      recorded_at: instantOf(now),
      made_by: null,
    }),
  ]);
  if (outcome === 'busy') throw new ContentionError('Contention on a credit persisted');
};
