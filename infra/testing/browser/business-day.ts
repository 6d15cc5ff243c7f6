import { localPaths } from '#infra/local/addresses';
import { request, type TestStack } from '#infra/testing/stack/test-stack';
import { toCalendarDate } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { type CalendarDate, calendarDateSchema } from '#shared/lib/values';

const hoursFromNoon = 12 - new Date().getUTCHours();

/**
 * The business time zone of the tests. It is about noon there now, so that no test runs across midnight.
 * `Etc/GMT-3` is three hours east of UTC.
 */
export const businessTimeZone = `Etc/GMT${hoursFromNoon > 0 ? '-' : '+'}${Math.abs(hoursFromNoon)}`;

export const businessToday: CalendarDate = toCalendarDate(new Date(), businessTimeZone);

/**
 * The date of birth of somebody who is this many years old from a day on. February 29 is replaced by a day of each year.
 */
export const turningOn = (day: CalendarDate, years: number): CalendarDate =>
  calendarDateSchema.parse(`${Number(day.slice(0, 4)) - years}${day.slice(4).replace('-02-29', '-02-28')}`);

/** A date of birth that makes someone this many years old today; the birthday was some months ago. */
export const bornYearsAgo = (years: number): CalendarDate =>
  addDays(businessToday, -Math.round((years + 0.4) * 365.25));

const setStackClock = async ({ url }: TestStack, now: Date): Promise<void> => {
  const { status } = await request(url + localPaths.clock, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now: now.toISOString() }),
  });
  if (status !== 200) throw new Error(`The clock answered with ${status}`);
};

const moved = new WeakSet<TestStack>();

/** Moves the stack's clock and runs what is due then. Pages follow it. After the test it is moved back. */
export const moveStackClock = async (stack: TestStack, now: Date): Promise<void> => {
  moved.add(stack);
  await setStackClock(stack, now);
};

/** Sets a clock that was moved to the real time: what the next test stores must not be later than what it does then. */
export const moveStackClockBack = async (stack: TestStack): Promise<void> => {
  if (moved.delete(stack)) await setStackClock(stack, new Date());
};
