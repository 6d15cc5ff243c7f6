import { ageNote, suitedProgrammes } from '#shared/domain/children/age';
import { ascending } from '#shared/domain/lists/ascending';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import { offerAmount, offerParts } from '#shared/domain/waiting/offered-places';
import type { BookedSessions } from '#shared/schemas/booked-sessions';
import type { OfferView } from '#shared/schemas/waiting-view';
import type { OfferedSlot } from '../../data/waiting/offered-slots.ts';
import { presentOffer } from '../../data/waiting/present-offer.ts';
import type { StoredOffer } from '../../data/waiting/stored-offer.ts';

/**
 * An offer for the family, or the holder of its link.
 * @param others as `readOtherSessions` reads them
 */
export const offerView = (
  offer: StoredOffer,
  offered: OfferedSlot,
  others: readonly BookedSessions[],
  moment: BusinessMoment,
): OfferView => {
  const { cls, slot } = offered;
  const present = presentOffer(offer, offered, moment);
  const { id, parent_id, class_id, time_slot_id, state, until, price, discounts, dates, children } = present;
  const first = dates[0] ?? offer.from_session;
  const child = children[0]?.date_of_birth;
  const due_parts = offerParts(present, children.length);
  return {
    ...{ id, parent_id, class_id, time_slot_id, state, until, price, ...(discounts && { discounts }) },
    from_session: first,
    class_type: cls.class_type,
    venue: cls.venue,
    venue_details: cls.venue_details,
    coach_name: cls.coach_name,
    start_date: cls.start_date,
    start_time: slot.start_time,
    end_time: slot.end_time,
    // The oldest first, as in emails and on cards.
    child_names: children
      .toSorted((one, other) => ascending(one.date_of_birth, other.date_of_birth))
      .map(({ name }) => name),
    amount: offerAmount(present, children.length),
    ...(due_parts.length > 0 && { due_parts }),
    ...(child &&
      present.renewal && {
        renewal: {
          age_note: ageNote(cls.class_type, child, first),
          suited_types: suitedProgrammes(child, first),
          busy: others.flatMap(({ sessions }) => sessions),
        },
      }),
    dates,
    calendar_version: present.calendar_version,
  };
};
