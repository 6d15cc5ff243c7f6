import { presetMakeUpDate } from '#shared/domain/sessions/calendar-rules';
import { bookedPart } from '#shared/domain/sessions/session-changes';
import { toCalendarDate } from '#shared/domain/time/business-time';
import { listBookingsOfSlots } from '../../data/bookings/bookings.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import type { CancellationDeps } from './cancellation-target.ts';
import { findTarget, openSlots } from './cancellation-target.ts';

/** Whom a cancellation would reach (CAN-04): one Query for each slot of the classes. */
export const previewCancellation: Operation<'previewCancellation', CancellationDeps> = async (
  { body },
  deps,
) => {
  const { date } = body.target;
  const { classes, hasBegun } = await findTarget(body.target, deps);
  const sessions = classes.flatMap((target) =>
    openSlots(target).map(({ slot }) => ({ cls: target.cls, slot })),
  );
  const bookings = await Promise.all(
    classes.map(async ({ cls, slots }) =>
      (await listBookingsOfSlots(deps.table, cls.time_slots)).filter((booking) =>
        slots.some(({ slot, state }) => state === 'on' && bookedPart(cls, slot, booking, date)),
      ),
    ),
  );
  const reached = bookings.flat();
  const today = toCalendarDate(deps.clock(), deps.timeZone);
  const presets = sessions.flatMap(({ cls, slot }) => presetMakeUpDate(cls, slot, today) ?? []);
  return {
    sessions: sessions.map(({ cls, slot }) => ({
      ...{ class_id: cls.id, slot_id: slot.id, date, class_type: cls.class_type, venue: cls.venue },
      start_time: slot.start_time,
    })),
    children: new Set(reached.map(({ child_id }) => child_id)).size,
    families: new Set(reached.map(({ parent_id }) => parent_id)).size,
    // A date that is free in every slot: a week after the last session of all of them.
    make_up_date: presets.toSorted().at(-1) ?? null,
    has_begun: hasBegun,
  };
};
