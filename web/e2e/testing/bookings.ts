import { randomUUID } from 'node:crypto';
import type { Account, HttpAnswer, TestStack } from '#infra/testing/stack/test-stack';
import { routes } from '#shared/contract/routes';
import { bookingAmount } from '#shared/domain/pricing';
import type { BookingDetails } from '#shared/schemas/booking';
import type { FootballClass } from '#shared/schemas/class';
import { businessToday } from './business-day.ts';
import { slotOf } from './classes.ts';

interface BookingWish {
  /** Which child of the family, in the order they were added. */
  readonly child?: number;
  /** Which slot of the class, in the order of start times. */
  readonly at?: number;
  readonly isTrial?: boolean;
}

/** Books past any browser: the full programme in the first slot for an account's first child, unless told. */
export const bookElsewhere = (
  stack: TestStack,
  account: Account,
  cls: FootballClass,
  { child = 0, at = 0, isTrial = false }: BookingWish = {},
): Promise<HttpAnswer> =>
  stack.call({
    route: 'bookSlot',
    token: account.token,
    idempotencyKey: randomUUID(),
    body: {
      class_id: cls.id,
      time_slot_id: slotOf(cls, at).id,
      child_id: account.family.children[child]?.id,
      is_trial: isTrial,
      amount: bookingAmount(cls, isTrial, businessToday),
    },
  });

/** An account's bookings of a class, as stored. */
export const storedBookings = async (
  stack: TestStack,
  { token }: Account,
  cls: FootballClass,
): Promise<BookingDetails[]> => {
  const { body } = await stack.call({ route: 'listMyBookings', token });
  return routes.listMyBookings.response.parse(body).bookings.filter(({ class_id }) => class_id === cls.id);
};
