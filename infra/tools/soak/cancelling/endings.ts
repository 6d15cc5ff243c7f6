import { randomUUID } from 'node:crypto';
import type { StoredBooking } from '#functions/data/bookings/bookings';
import { endBooking } from '#functions/data/endings/end-booking';
import { readMoveParts } from '#functions/data/moves/move-parts';
import { moveBooking } from '#functions/lib/moves/move-booking';
import { at } from '#infra/testing/samples/at';
import type { MessageSystem } from '#infra/testing/services/message-system';
import { endableBooking } from '#shared/domain/bookings/endable-booking';
import { sessionsLeftValue } from '#shared/domain/bookings/endings';
import { moveTerms } from '#shared/domain/bookings/move-terms';
import { businessMoment } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { FootballClass } from '#shared/schemas/class';
import { idempotencyKeySchema } from '#shared/schemas/ids';

type EndStep = (booking: StoredBooking) => Promise<unknown>;

/**
 * Moves a booking to a slot of a class in which it is not, on the terms of the moment. @throws Error where it is refused
 */
const moveTo =
  ({ table, now, deps }: MessageSystem, { id: class_id, time_slots }: FootballClass): EndStep =>
  async (booking) => {
    const others = time_slots.filter(({ id }) => id !== booking.time_slot_id);
    const target = { class_id, time_slot_id: at(others, 0).id };
    const { booking: live, from, to } = await readMoveParts(table, booking, target);
    if (!live || !from || !to) throw new Error('There is nothing to move');
    const endable = endableBooking({ ...from, booking: live }, deps.timeZone);
    const sessions_left = sessionsLeftValue(endable, instantOf(now()));
    const moment = businessMoment(now(), deps.timeZone);
    const terms = moveTerms({ ...live, sessions_left }, from, to, moment);
    if (!terms) throw new Error('The booking cannot move');
    const { quote, calendar_version, trial_date } = terms;
    const { credit, charge } = quote;
    const order = { ...target, calendar_version, credit, charge, trial_date };
    const attempt = idempotencyKeySchema.parse(randomUUID());
    return moveBooking({ booking, order, attempt, by: 'parent', tell: false }, deps);
  };

/** The ways in which bookings leave a slot beside cancelled sessions: by the family, by an administrator, by a move. */
export const endSteps = (
  system: MessageSystem,
  { cls, other }: { readonly cls: FootballClass; readonly other: FootballClass },
): readonly EndStep[] => {
  const end =
    (request: Parameters<typeof endBooking>[2]): EndStep =>
    (booking) =>
      endBooking(system.deps, booking, request);
  return [
    end({ ending: { reason: 'cancelled' }, by: 'parent', tell: false }),
    end({ ending: { reason: 'removed', credit: 'sessions' }, by: 'admin', tell: false }),
    end({ ending: { reason: 'removed', credit: 'charge' }, by: 'admin', tell: false }),
    moveTo(system, other),
    // These leave the booking in the class, in another slot.
    moveTo(system, cls),
    moveTo(system, cls),
  ];
};
