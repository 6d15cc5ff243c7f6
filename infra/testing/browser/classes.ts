import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Locator, Page } from '@playwright/test';
import { venueOfClass } from '#functions/classes/venues';
import { classKey } from '#functions/lib/dynamo/keys-of-classes';
import { putClass, putVenue } from '#infra/local/seed/put';
import { sampleClass, sampleVenueNamed } from '#infra/testing/samples/samples';
import type { Account, TestStack } from '#infra/testing/stack/test-stack';
import type { BookingDetails } from '#shared/booking/booking';
import { bookingTerms } from '#shared/booking/booking-terms';
import type { FootballClass } from '#shared/classes/class';
import { routes } from '#shared/contract/routes';
import { businessMoment } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { formatTimeRange } from '#shared/lib/format';
import type { CalendarDate } from '#shared/lib/values';
import { paths } from '#shared/paths';
import type { CancellationTarget } from '#shared/sessions/admin-routes';
import type { TimeSlot } from '#shared/sessions/slot';
import { businessTimeZone, businessToday } from './business-day.ts';

interface ClassOptions extends Partial<FootballClass> {
  /** Today in the stack's time zone, where that is not the tests' usual one. */
  readonly today?: CalendarDate;
  /** Days from today to the first session, negative for a class that has begun. */
  readonly startsIn?: number;
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
    overrides: { start_date, end_date: addDays(start_date, lasts), ...overrides, ...venueOfClass(venue) },
  });
  const time_slots = sample.time_slots.map((slot, at) => ({
    ...slot,
    current_bookings: slots[at]?.booked ?? 0,
  }));
  const cls = { ...sample, time_slots };
  await putClass(table, cls);
  return cls;
};

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

export const slotOf = (cls: FootballClass, at = 0): TimeSlot => {
  const slot = cls.time_slots[at];
  if (!slot) throw new Error(`The class has no slot with index ${at}`);
  return slot;
};

export const bookingPath = (cls: FootballClass, at = 0): string =>
  paths.bookClass(cls.id, slotOf(cls, at).id);

export const cardOf = (page: Page, { venue }: FootballClass): Locator =>
  page.getByRole('article').filter({ has: page.getByText(venue, { exact: true }) });

export const slotBox = (page: Page, cls: FootballClass, at = 0): Locator =>
  cardOf(page, cls)
    .getByRole('listitem')
    .filter({ hasText: formatTimeRange(slotOf(cls, at)) });

interface BookingOptions {
  /** Index of the child in the family, 0 by default. */
  readonly child?: number;
  /** Index of the slot in the class, 0 by default. */
  readonly at?: number;
  readonly isTrial?: boolean;
}

/** Books a place through the API: a full programme unless `isTrial`. */
export const bookByApi = async (
  stack: TestStack,
  account: Account,
  cls: FootballClass,
  { child = 0, at = 0, isTrial = false }: BookingOptions = {},
): Promise<void> => {
  const slot = slotOf(cls, at);
  const terms = bookingTerms(cls, slot, isTrial, businessMoment(new Date(), businessTimeZone));
  if (!terms) throw new Error('The class has no session to come');
  const { amount, trial_date, calendar_version } = terms;
  const { status } = await stack.call({
    route: 'bookSlot',
    token: account.token,
    idempotencyKey: randomUUID(),
    body: {
      class_id: cls.id,
      time_slot_id: slot.id,
      child_id: account.family.children[child]?.id,
      is_trial: isTrial,
      amount,
      trial_date,
      calendar_version,
    },
  });
  if (status !== 201) throw new Error(`The booking was answered with ${status}`);
};

interface JoinOptions {
  /** Indexes of the children in the family, the first one by default; several wait only together. */
  readonly children?: readonly number[];
  /** Index of the slot in the class, 0 by default. */
  readonly at?: number;
}

export const joinByApi = async (
  stack: TestStack,
  account: Account,
  cls: FootballClass,
  { children = [0], at = 0 }: JoinOptions = {},
): Promise<void> => {
  const { status } = await stack.call({
    route: 'joinWaitingList',
    token: account.token,
    idempotencyKey: randomUUID(),
    body: {
      class_id: cls.id,
      time_slot_id: slotOf(cls, at).id,
      child_ids: children.map((child) => account.family.children[child]?.id),
    },
  });
  if (status !== 201) throw new Error(`Joining the list was answered with ${status}`);
};

export const storedBookings = async (
  stack: TestStack,
  { token }: Account,
  cls?: FootballClass,
): Promise<BookingDetails[]> => {
  const { body } = await stack.call({ route: 'listMyBookings', token });
  const { bookings } = routes.listMyBookings.response.parse(body);
  return bookings.filter(({ class_id }) => !cls || class_id === cls.id);
};

/** Cancels sessions through the API; what families get is decided later. */
export const cancelByApi = async (
  stack: TestStack,
  { token }: Account,
  target: CancellationTarget,
): Promise<void> => {
  const { status } = await stack.call({
    route: 'cancelSessions',
    token,
    idempotencyKey: randomUUID(),
    body: { target, reason: 'weather', note: null, remedy: { kind: 'later' } },
  });
  if (status !== 200) throw new Error(`The cancellation was answered with ${status}`);
};
