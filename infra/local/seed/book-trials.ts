import { randomUUID } from 'node:crypto';
import { endBooking } from '#functions/data/endings/end-booking';
import type { Table } from '#functions/data/table';
import { keepPlace } from '#functions/family/keep-trial';
import { listMyBookings } from '#functions/family/list-my-bookings';
import { keepTerms } from '#shared/domain/bookings/keep-terms';
import { trialHeldUntil } from '#shared/domain/bookings/trials';
import { weeklyDates } from '#shared/domain/sessions/sessions';
import { businessMoment, toInstant } from '#shared/domain/time/business-time';
import { addDays } from '#shared/domain/time/calendar';
import type { BookingDetails } from '#shared/schemas/booking';
import type { Child } from '#shared/schemas/child';
import type { FootballClass } from '#shared/schemas/class';
import { idempotencyKeySchema } from '#shared/schemas/ids';
import type { TimeSlot } from '#shared/schemas/slot';
import { type CalendarDate, wallTimeSchema } from '#shared/schemas/values';
import { bookSample } from './book-sample.ts';

interface Sample {
  /** In progress, with a session yesterday and sessions to come. */
  readonly cls: FootballClass;
  readonly slot: TimeSlot;
  /** Three, who are not booked in the class. */
  readonly children: readonly Child[];
}

interface Moment {
  readonly today: CalendarDate;
  readonly timeZone: string;
}

const noon = wallTimeSchema.parse('12:00');

/** Keeps the place of a trial by the product's own operation. */
const keepTrial = async (
  table: Table,
  { id, parent_id, class_id, time_slot_id, child_id }: BookingDetails,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): Promise<void> => {
  const deps = { table, clock: () => now, timeZone };
  const caller = { userId: parent_id, role: 'parent', signedInAt: now } as const;
  const trial = (await listMyBookings({ caller }, deps)).bookings.find((booking) => booking.id === id);
  const terms =
    trial && keepTerms(trial, trial.time_slot.class, trial.time_slot, businessMoment(now, timeZone));
  if (!terms) throw new Error('A sample trial is kept while sessions are left');
  await keepPlace(
    {
      ...{ caller, params: { bookingId: id } },
      body: {
        booking: { class_id, time_slot_id, child_id },
        ...{ amount: terms.amount, calendar_version: 0 },
      },
      idempotencyKey: idempotencyKeySchema.parse(randomUUID()),
    },
    deps,
  );
};

/** Books three trials: one that ended last week, one that was kept then, and one of yesterday, whose place is held. */
export const bookTrials = async (
  table: Table,
  { cls, slot, children }: Sample,
  { today, timeZone }: Moment,
): Promise<void> => {
  const [over, kept, held] = children;
  const [lastWeek, yesterday] = weeklyDates(cls)
    .filter((date) => date < today)
    .slice(-2);
  if (!over || !kept || !held || !lastWeek || !yesterday) throw new Error('The sample has no such trials');
  const noonAfter = (date: CalendarDate, days: number) => ({
    now: toInstant(addDays(date, days), noon, timeZone),
    timeZone,
  });
  const bookBefore = (child: Child, date: CalendarDate) =>
    bookSample(table, { cls, slot, child, isTrial: true }, noonAfter(date, -2));

  const ended = await bookBefore(over, lastWeek);
  await endBooking(
    { table, clock: () => new Date(trialHeldUntil({ date: lastWeek }, timeZone)), timeZone },
    ended,
    { ending: { reason: 'trial-over' }, by: 'system', tell: false },
  );
  await keepTrial(table, await bookBefore(kept, lastWeek), noonAfter(lastWeek, 1));
  await bookBefore(held, yesterday);
};
