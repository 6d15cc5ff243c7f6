import { oldestFirst } from '#shared/domain/children/age';
import { bookableDates } from '#shared/domain/sessions/booked-sessions';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import { type CalendarDate, centsSchema } from '#shared/schemas/values';
import type { OfferView } from '#shared/schemas/waiting-view';
import type { OfferedSlot } from '../../data/waiting/offered-slots.ts';
import type { StoredOffer } from '../../data/waiting/stored-offer.ts';

/** The sessions that an offer covers: the stored ones, or those of the present calendar if it has changed since. */
export const offeredDates = (
  offer: StoredOffer,
  { cls, slot }: OfferedSlot,
  moment: BusinessMoment,
): CalendarDate[] => {
  if (slot.calendar_version === offer.calendar_version) return offer.dates;
  return bookableDates(cls, slot, false, moment).filter((date) => date >= offer.from_session);
};

/** An offer for the family, or the holder of its link. */
export const offerView = (offer: StoredOffer, offered: OfferedSlot, moment: BusinessMoment): OfferView => {
  const { cls, slot } = offered;
  const { id, parent_id, class_id, time_slot_id, state, from_session, until, price, children } = offer;
  return {
    ...{ id, parent_id, class_id, time_slot_id, state, from_session, until },
    class_type: cls.class_type,
    venue: cls.venue,
    coach_name: cls.coach_name,
    start_date: cls.start_date,
    start_time: slot.start_time,
    end_time: slot.end_time,
    child_names: children.toSorted(oldestFirst).map(({ name }) => name),
    amount: centsSchema.parse(price * children.length),
    dates: offeredDates(offer, offered, moment),
    calendar_version: slot.calendar_version,
  };
};
