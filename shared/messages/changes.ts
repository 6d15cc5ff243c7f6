import { byStartTime } from '#shared/classes/class';
import type { ChangedClass } from '#shared/classes/class-input';
import type { ManagedClass } from '#shared/classes/managed-class';
import { formatLongDate, formatTimeRange } from '#shared/lib/format';
import type { UserId } from '#shared/lib/ids';
import { listed } from '#shared/lib/text';
import type { CalendarDate, Instant } from '#shared/lib/values';
import type { MessageOf, RecipientState } from '#shared/messages/message';
import { policies } from '#shared/policies';
import type { TimeSlot } from '#shared/sessions/slot';

export type AnnouncedChange = MessageOf<'class-changed'>['facts'];

/** Includes the venue's name where the class gets another venue. */
interface NextClass extends Pick<ChangedClass, 'time_slots'> {
  readonly venue: string | undefined;
}

/** What changes for families; null where nothing does, or nobody has booked (CAL-11). */
export const announcedChange = (
  current: Pick<ManagedClass, 'venue' | 'time_slots'>,
  next: NextClass,
): AnnouncedChange | null => {
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

interface Emailed {
  readonly state: RecipientState;
  readonly state_at: Instant;
}

/** Delivered, and not bounced since. A complaint is about an email that arrived. */
export const isReached = ({ state }: Pick<Emailed, 'state'>): boolean =>
  state === 'delivered' || state === 'complained';

/** States after which no event is expected. */
const endsUnreached: ReadonlySet<RecipientState> = new Set(['held-back', 'unknown', 'bounced']);

/** Not reached, and without an event for some minutes (CAN-12). */
export const isToCall = (emailed: Emailed, now: Date): boolean => {
  if (isReached(emailed)) return false;
  if (endsUnreached.has(emailed.state)) return true;
  const waitedMs = now.getTime() - Date.parse(emailed.state_at);
  return waitedMs >= policies.cancelledSession.callAfterMinutes * 60_000;
};

export type CoachingFacts = MessageOf<'coaching-changed'>['facts'];

type CoachedClass = Pick<
  ManagedClass,
  'class_type' | 'venue' | 'venue_details' | 'start_date' | 'end_date' | 'skipped_dates'
> & {
  readonly coach_ids?: readonly UserId[] | undefined;
  readonly time_slots: readonly Pick<TimeSlot, 'start_time' | 'end_time'>[];
};

const scheduleOf = ({ venue, start_date, end_date, skipped_dates, time_slots }: CoachedClass) => {
  const skipped = skipped_dates.filter((date) => date >= start_date && date <= end_date);
  const without = skipped.length > 0 ? `, not on ${listed(skipped.map(formatLongDate))}` : '';
  return {
    venue,
    times: listed(time_slots.toSorted(byStartTime).map(formatTimeRange)),
    dates: `${formatLongDate(start_date)} to ${formatLongDate(end_date)}${without}`,
  };
};

const without = (ids: readonly UserId[], others: readonly UserId[]): UserId[] =>
  ids.filter((id) => !others.includes(id));

/**
 * Who gets the class, who loses it, and for whom time, place or dates change (COA-02). Null for nobody, or a past class.
 * @param change.before undefined for a new class
 * @param change.after undefined for a deleted class
 * @param change.covering who stands in at sessions to come
 */
export const coachingChange = (
  {
    before,
    after,
    covering = [],
  }: {
    readonly before?: CoachedClass;
    readonly after?: CoachedClass;
    readonly covering?: readonly UserId[];
  },
  today: CalendarDate,
): CoachingFacts | null => {
  const cls = after ?? before;
  if (!cls || ((before ?? cls).end_date < today && cls.end_date < today)) return null;
  const [held, holding] = [before?.coach_ids ?? [], after?.coach_ids ?? []];
  const [then, now] = [scheduleOf(before ?? cls), scheduleOf(cls)];
  const wasOf = (part: keyof typeof now): string | null => (then[part] === now[part] ? null : then[part]);
  const was = { venue: wasOf('venue'), times: wasOf('times'), dates: wasOf('dates') };
  const isMoved = Object.values(was).some((text) => text !== null);
  const assigned = without(holding, held);
  const others = without(covering, [...held, ...holding]);
  const removed = [...without(held, holding), ...(after ? [] : others)];
  const staying = after && isMoved ? [...without(holding, assigned), ...others] : [];
  if (assigned.length + removed.length + staying.length === 0) return null;
  return {
    class_type: cls.class_type,
    venue_details: cls.venue_details,
    ...now,
    was,
    session: null,
    assigned,
    removed,
    kept: [...new Set(staying)],
  };
};

/** What a changed cover means for the coaches who stand in (COA-02); null for nobody. */
export const coverChange = (
  cls: CoachedClass,
  { slot, date }: { readonly slot: TimeSlot; readonly date: CalendarDate },
  { before, after }: { readonly before: readonly UserId[]; readonly after: readonly UserId[] },
): CoachingFacts | null => {
  const [assigned, removed] = [without(after, before), without(before, after)];
  if (assigned.length + removed.length === 0) return null;
  return {
    class_type: cls.class_type,
    venue: cls.venue,
    venue_details: cls.venue_details,
    times: formatTimeRange(slot),
    dates: formatLongDate(date),
    was: { venue: null, times: null, dates: null },
    session: { slot_id: slot.id, date },
    assigned,
    removed,
    kept: [],
  };
};
