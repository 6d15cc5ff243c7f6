import { formatTimeRange } from '#shared/domain/text/format';
import type { ManagedClass, UpdateClass } from '#shared/schemas/class-input';
import type { MessageOf } from '#shared/schemas/message';

export type AnnouncedChange = MessageOf<'class-changed'>['facts'];

/** The class form, with the name of the venue where the class gets another one. */
interface NextClass extends Pick<UpdateClass, 'time_slots'> {
  readonly venue: string | undefined;
}

/** What changes for families of where and when a class meets; null where nothing does, or nobody has booked (CAL-11). */
export const announcedChange = (current: ManagedClass, next: NextClass): AnnouncedChange | null => {
  const booked = current.time_slots.filter(({ current_bookings }) => current_bookings > 0);
  const slots = booked.flatMap((slot) => {
    const row = next.time_slots.find(({ id }) => id === slot.id);
    if (!row) return [];
    const [before, after] = [formatTimeRange(slot), formatTimeRange(row)];
    return before === after ? [] : [{ slot_id: slot.id, before, after }];
  });
  const after = booked.length > 0 ? next.venue : undefined;
  if (after === undefined && slots.length === 0) return null;
  return { ...(after !== undefined && { venue: { before: current.venue, after } }), slots };
};
