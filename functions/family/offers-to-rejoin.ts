import type { StoredBooking } from '../data/bookings/bookings.ts';
import type { StoredOffer } from '../data/waiting/stored-offer.ts';
import type { FamilyWaiting } from '../data/waiting/waiting-entries.ts';

type Places = Pick<StoredOffer, 'time_slot_id' | 'child_ids'>;

/** Whether two are for a child in common in one slot. */
const sharesChild = (one: Places, other: Places): boolean =>
  one.time_slot_id === other.time_slot_id && one.child_ids.some((id) => other.child_ids.includes(id));

/** The offers that ran out and are the latest of their children in the slot, which do not wait there again (WAI-10). */
export const offersThatRanOut = ({ entries, endedOffers }: FamilyWaiting): StoredOffer[] =>
  endedOffers.filter((offer, index) => {
    const later: readonly Places[] = [...entries, ...endedOffers.slice(index + 1)];
    return offer.state === 'expired' && !later.some((other) => sharesChild(offer, other));
  });

/** Of offers that ran out, those whose children have no place in the slot: they can join its list again. */
export const offersToRejoin = (
  offers: readonly StoredOffer[],
  bookings: readonly StoredBooking[],
): StoredOffer[] =>
  offers.filter(
    (offer) =>
      !bookings.some(({ time_slot_id, child_id }) =>
        sharesChild(offer, { time_slot_id, child_ids: [child_id] }),
      ),
  );
