import { ContentionError } from '../../contention-error.ts';
import type { StoredBooking } from '../../data/bookings/bookings.ts';
import { endBooking } from '../../data/endings/end-booking.ts';
import { log } from '../../log.ts';
import type { TimedDeps } from '../../timed-deps.ts';

/** The trial is on another day than when the roster was read. */
class OtherDayError extends Error {
  override readonly name = 'OtherDayError';
}

const tryToEnd = async (trial: StoredBooking, deps: TimedDeps) => {
  try {
    return await endBooking(deps, trial, {
      ending: { reason: 'trial-over' },
      by: 'system',
      tell: false,
      extraWrites: (_, { booking }) => {
        if (booking.trial_date !== trial.trial_date) throw new OtherDayError();
        return [];
      },
    });
  } catch (error) {
    if (error instanceof OtherDayError) return { outcome: 'gone' } as const;
    throw error;
  }
};

/**
 * Ends a trial that was held long enough, which gives its place back. Ended before, kept or moved, it is left alone.
 * @throws ContentionError where contention persisted
 */
export const endTrial = async (trial: StoredBooking, deps: TimedDeps): Promise<void> => {
  const result = await tryToEnd(trial, deps);
  if (result.outcome === 'busy') throw new ContentionError('Contention on the slot of a trial persisted');
  if (result.outcome === 'ended' && !result.isRepeated) log.info('trial.ended', { booking: trial.id });
  else {
    const reason = 'ended, kept or moved meanwhile';
    log.info('due.dropped', { kind: 'trial-end', booking: trial.id, reason });
  }
};
