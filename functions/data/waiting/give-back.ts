import { instantOf } from '#shared/domain/time/instant-of';
import type { TimedDeps } from '../../timed-deps.ts';
import { bookingRef } from '../bookings/bookings.ts';
import { getItem } from '../dynamo/get-item.ts';
import { endBooking } from '../endings/end-booking.ts';
import { hasChangedEnough } from '../ledger/change-limits.ts';
import { renewalEndUpdates } from './renewals.ts';
import { getOffer, offerGiveBackUpdate, type StoredOffer } from './stored-offer.ts';

export type GiveBackOutcome =
  /** By this request, or by an earlier one. */
  | 'declined'
  /** Its booking ended or moved since. Nothing was stored. */
  | 'ended'
  /** Its end would not credit all of it. Nothing was stored. */
  | 'not-free'
  /** The family has made as many changes in this hour as it may. Nothing was stored. */
  | 'limited'
  | 'busy';

class Refused extends Error {
  readonly outcome: 'not-free' | 'limited';

  constructor(outcome: Refused['outcome']) {
    super(outcome);
    this.outcome = outcome;
  }
}

/**
 * Ends the booking of a kept place that its family took, and makes its offer a declined one, in one transaction: until the
 * deadline the place can be kept again, here or in another slot (TRM-04). The family gets the email of a cancelled booking.
 */
export const giveBackRenewal = async (offer: StoredOffer, deps: TimedDeps): Promise<GiveBackOutcome> => {
  const { table, clock } = deps;
  const [child_id] = offer.child_ids;
  const booking = child_id && (await getItem(table, bookingRef({ ...offer, child_id })));
  if (booking && booking.idempotency_key === offer.taken_by) {
    const ending = { ending: { reason: 'cancelled' }, by: 'parent', tell: true } as const;
    try {
      const result = await endBooking(deps, booking, {
        ...{ ...ending, isCounted: true },
        extraWrites: ({ ended }, { ledger }) => {
          if (ended.credit !== booking.amount) throw new Refused('not-free');
          if (hasChangedEnough(ledger, ended.at)) throw new Refused('limited');
          const at = instantOf(clock());
          return [offerGiveBackUpdate(table, offer), ...renewalEndUpdates(table, offer, 'declined', at)];
        },
      });
      if (result.outcome === 'busy') return 'busy';
      if (result.outcome === 'ended' && !result.isRepeated) return 'declined';
    } catch (error) {
      if (error instanceof Refused) return error.outcome;
      throw error;
    }
  }
  return (await getOffer(table, offer.id))?.state === 'declined' ? 'declined' : 'ended';
};
