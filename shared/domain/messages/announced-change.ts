import { isSameText } from '#shared/domain/text/fold-text';
import { formatTimeRange } from '#shared/domain/text/format';
import type { ManagedClass, UpdateClass } from '#shared/schemas/class-input';
import type { MessageOf } from '#shared/schemas/message';

export type AnnouncedChange = MessageOf<'class-changed'>['facts'];

/** What changes for families of where and when a class meets; null where nothing does, or nobody has booked (CAL-11). */
export const announcedChange = (current: ManagedClass, next: UpdateClass): AnnouncedChange | null => {
  const booked = current.time_slots.filter(({ current_bookings }) => current_bookings > 0);
  const slots = booked.flatMap((slot) => {
    const row = next.time_slots.find(({ id }) => id === slot.id);
    if (!row) return [];
    const [before, after] = [formatTimeRange(slot), formatTimeRange(row)];
    return before === after ? [] : [{ slot_id: slot.id, before, after }];
  });
  const hasNewVenue = booked.length > 0 && !isSameText(current.venue, next.venue);
  if (!hasNewVenue && slots.length === 0) return null;
  return { ...(hasNewVenue && { venue: { before: current.venue, after: next.venue } }), slots };
};
