import { isFull } from '#shared/domain/classes/capacity';
import { ascending } from '#shared/domain/lists/ascending';
import { isSameTime, timesIn } from '#shared/domain/sessions/overlaps';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import type { OfferedPlaces } from '#shared/domain/waiting/offered-places';
import type { SessionTimes } from '#shared/schemas/booked-sessions';
import type { FootballClass } from '#shared/schemas/class';
import type { TimeSlot } from '#shared/schemas/slot';
import type { OfferView } from '#shared/schemas/waiting-view';
import { opensForCurrent } from './openings.ts';
import { renewalPlaces } from './renewals.ts';

/** A slot in which a place of the next term can be kept instead. */
export interface OtherTime {
  readonly cls: FootballClass;
  readonly slot: TimeSlot;
  readonly places: OfferedPlaces;
}

type KeptOffer = Pick<OfferView, 'time_slot_id' | 'until' | 'from_session' | 'venue_details' | 'renewal'>;

/**
 * The slots with places that a family can choose instead of the one that is kept (TRM-04): of classes that are open for
 * current families and do not end before the next term, and not at the time of another session of the child. The programmes
 * of the child's age come first, then the same venue, then the earlier day (TRM-07).
 */
export const otherTimes = (
  classes: readonly FootballClass[],
  { time_slot_id, until, from_session, venue_details, renewal }: KeptOffer,
  moment: BusinessMoment,
): OtherTime[] => {
  const rank = ({ cls }: OtherTime): string =>
    [
      renewal?.suited_types.includes(cls.class_type) ? 0 : 1,
      cls.venue_details.id === venue_details.id ? 0 : 1,
      cls.start_date,
    ].join();
  const isBusy = (session: SessionTimes) => renewal?.busy.some((other) => isSameTime(session, other));
  return classes
    .filter((cls) => cls.end_date >= from_session && opensForCurrent(cls, moment.now) === null)
    .flatMap((cls) =>
      cls.time_slots.flatMap((slot): OtherTime[] => {
        if (slot.id === time_slot_id || isFull(slot)) return [];
        const places = renewalPlaces(cls, slot, until, moment);
        const isFree = !timesIn(slot, places?.dates ?? []).some(isBusy);
        return places && isFree ? [{ cls, slot, places }] : [];
      }),
    )
    .toSorted((one, other) => ascending(rank(one), rank(other)));
};
