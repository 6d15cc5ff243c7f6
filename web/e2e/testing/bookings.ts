import { randomUUID } from 'node:crypto';
import type { Account, TestStack } from '#infra/testing/stack/test-stack';
import { routes } from '#shared/contract/routes';
import { bookingTerms } from '#shared/domain/bookings/booking-terms';
import { businessMoment } from '#shared/domain/time/business-time';
import type { BookingDetails } from '#shared/schemas/booking';
import type { FootballClass } from '#shared/schemas/class';
import { businessTimeZone } from './business-day.ts';
import { slotOf } from './classes.ts';

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
      ...{ amount, trial_date, calendar_version },
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

/** Joins the waiting list of a full slot through the API. */
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

/** An account's bookings as stored, by default of all classes. */
export const storedBookings = async (
  stack: TestStack,
  { token }: Account,
  cls?: FootballClass,
): Promise<BookingDetails[]> => {
  const { body } = await stack.call({ route: 'listMyBookings', token });
  const { bookings } = routes.listMyBookings.response.parse(body);
  return bookings.filter(({ class_id }) => !cls || class_id === cls.id);
};
