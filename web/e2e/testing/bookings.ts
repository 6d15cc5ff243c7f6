import { randomUUID } from 'node:crypto';
import type { Account, HttpAnswer, TestStack } from '#infra/testing/test-stack';
import { routes } from '#shared/contract/routes';
import { bookingAmount } from '#shared/domain/pricing';
import type { BookingDetails } from '#shared/schemas/booking';
import type { FootballClass } from '#shared/schemas/class';
import { businessToday } from './business-day.ts';
import { slotOf } from './classes.ts';

/** Books the full programme for an account's first child, past any browser. */
export const bookElsewhere = (stack: TestStack, account: Account, cls: FootballClass): Promise<HttpAnswer> =>
  stack.call({
    route: 'bookSlot',
    token: account.token,
    idempotencyKey: randomUUID(),
    body: {
      class_id: cls.id,
      time_slot_id: slotOf(cls).id,
      child_id: account.family.children[0]?.id,
      is_trial: false,
      amount: bookingAmount(cls, false, businessToday),
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
