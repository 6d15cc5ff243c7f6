import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Locator, Page } from '@playwright/test';
import { classKey } from '#functions/data/dynamo/keys/classes';
import { venueOfClass } from '#functions/data/venues/venues';
import { putClass } from '#infra/local/seed/put-class';
import { putVenue } from '#infra/local/seed/put-venue';
import { sampleClass, sampleVenueNamed } from '#infra/testing/samples/samples';
import type { TestStack } from '#infra/testing/stack/test-stack';
import { formatTimeRange } from '#shared/domain/text/format';
import { addDays } from '#shared/domain/time/calendar';
import { paths } from '#shared/paths';
import type { FootballClass } from '#shared/schemas/class';
import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate } from '#shared/schemas/values';
import { businessToday } from './business-day.ts';

interface ClassOptions extends Partial<FootballClass> {
  /** Today in the stack's time zone, where that is not the tests' usual one. */
  readonly today?: CalendarDate;
  /** Days from today to the first session, negative for a class that has begun. */
  readonly startsIn?: number;
  /** Days from the start date to the end date. */
  readonly lasts?: number;
  /** One slot of ten places by default. The first slot starts at 9:00, each further one an hour later. */
  readonly slots?: ReadonlyArray<{ readonly capacity: number; readonly booked?: number }>;
}

let classCount = 0;

/**
 * Stores a class. By default it began 17 days ago and lasts 56 days, so that six weeks of $20.00 remain and the full
 * programme costs $120.00. Each class has another venue, by which tests find its card.
 */
export const addClass = async (
  { table }: Pick<TestStack, 'table'>,
  {
    today = businessToday,
    startsIn = -17,
    lasts = 56,
    slots = [{ capacity: 10 }],
    ...overrides
  }: ClassOptions = {},
): Promise<FootballClass> => {
  const start_date = addDays(today, startsIn);
  classCount += 1;
  const venue = sampleVenueNamed(overrides.venue ?? `Meadow ${classCount}`);
  await putVenue(table, venue);
  const sample = sampleClass({
    now: new Date(),
    capacities: slots.map(({ capacity }) => capacity),
    overrides: {
      start_date,
      end_date: addDays(start_date, lasts),
      ...overrides,
      ...venueOfClass(venue),
    },
  });
  const time_slots = sample.time_slots.map((slot, at) => ({
    ...slot,
    current_bookings: slots[at]?.booked ?? 0,
  }));
  const cls = { ...sample, time_slots };
  await putClass(table, cls);
  return cls;
};

/** Changes the weekly rate of a stored class, in cents. */
export const setWeeklyRate = async (
  { table }: Pick<TestStack, 'table'>,
  { id }: FootballClass,
  rate: number,
): Promise<void> => {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: classKey(id),
      UpdateExpression: 'SET weekly_rate = :rate',
      ExpressionAttributeValues: { ':rate': rate },
    }),
  );
};

/** A slot of a class by its index, in the order of start times. */
export const slotOf = (cls: FootballClass, at = 0): TimeSlot => {
  const slot = cls.time_slots[at];
  if (!slot) throw new Error(`The class has no slot with index ${at}`);
  return slot;
};

/** The booking screen of a slot. */
export const bookingPath = (cls: FootballClass, at = 0): string =>
  paths.bookClass(cls.id, slotOf(cls, at).id);

/** The card of a class in a listing. */
export const cardOf = (page: Page, { venue }: FootballClass): Locator =>
  page.getByRole('article').filter({ has: page.getByText(venue, { exact: true }) });

/** The box of a slot on the card of its class. */
export const slotBox = (page: Page, cls: FootballClass, at = 0): Locator =>
  cardOf(page, cls)
    .getByRole('listitem')
    .filter({ hasText: formatTimeRange(slotOf(cls, at)) });
