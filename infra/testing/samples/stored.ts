import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { accountItem } from '#functions/accounts/accounts';
import { beginCoachGrant, endCoachGrant } from '#functions/accounts/coaches';
import { memberPath, storedMember } from '#functions/accounts/stored-families';
import { beginFamilyDeletion, finishFamilyDeletion } from '#functions/across/delete-family';
import { bookingItem, type StoredBooking } from '#functions/booking/bookings';
import { takePlace } from '#functions/booking/take-place';
import { storeAskedPayment } from '#functions/cards/asked-payments';
import { familyLedgerItem } from '#functions/ledger/ledger';
import type { TimedDeps } from '#functions/lib/deps';
import { exists } from '#functions/lib/dynamo/expressions';
import { slotKey } from '#functions/lib/dynamo/keys-of-classes';
import { familyKey } from '#functions/lib/dynamo/keys-of-people';
import { batchPut, putItem, updateItem } from '#functions/lib/dynamo/writes';
import { newBookingId, newCardPaymentId, newChildId } from '#functions/lib/ids';
import type { Table } from '#functions/lib/table';
import { putFamily } from '#infra/local/seed/put';
import type { World } from '#infra/local/seed/world';
import { cardCurrency } from '#shared/cards/card-payment';
import type { PaymentFact, RefundFact } from '#shared/cards/events';
import type { FootballClass } from '#shared/classes/class';
import type { FamilyRole, Profile } from '#shared/families/family';
import { providerIdSchema } from '#shared/ledger/entry';
import { type FamilyId, idempotencyKeySchema } from '#shared/lib/ids';
import { centsSchema, instantOf } from '#shared/lib/values';
import { at, type SampleFamily, sampleBooking, sampleClass, sampleFamily, sampleNow } from './samples.ts';

/**
 * Stores an account that is a member of a stored family.
 * @throws Error where the family is not stored
 */
export const putMember = async (
  table: Table,
  profile: Profile,
  { family_id, family_role }: { readonly family_id: FamilyId; readonly family_role: FamilyRole },
): Promise<void> => {
  await putItem(table, accountItem({ ...profile, family_id }));
  const { created_at, id, ...person } = profile;
  const member = storedMember({ ...person, family_role, since: created_at, email_problem: null });
  const set = { [memberPath(id)]: member };
  const { outcome } = await updateItem(table, familyKey(family_id), { set, if: exists });
  if (outcome !== 'done') throw new Error('A stored family is expected');
};

/** Adds a second adult to a stored family, who gets the emails about money where that is chosen. */
export const addSecondAdult = async (
  table: Table,
  familyId: FamilyId,
  money_mails?: 'adult',
): Promise<Profile> => {
  const { profile } = sampleFamily();
  await putMember(table, profile, { family_id: familyId, family_role: 'adult' });
  if (money_mails)
    await updateItem(table, familyKey(familyId), { set: { money_mails: profile.id }, if: exists });
  return profile;
};

interface BookedOptions {
  /** The number of the child in the family. */
  readonly child?: number;
  /** The number of the slot in the class. */
  readonly slot?: number;
  readonly isTrial?: boolean;
  readonly now?: Date;
}

/** Books a place for a child of a family. @throws Error where it is refused */
export const storedBooking = async (
  table: Table,
  cls: FootballClass,
  family: SampleFamily,
  { child = 0, slot = 0, isTrial = false, now = sampleNow }: BookedOptions = {},
): Promise<StoredBooking> => {
  const booking = sampleBooking(
    cls,
    { ...family, children: [at(family.children, child)] },
    {
      id: newBookingId(now),
      time_slot_id: at(cls.time_slots, slot).id,
      is_trial: isTrial,
      idempotency_key: idempotencyKeySchema.parse(randomUUID()),
    },
  );
  const { outcome } = await takePlace(table, booking);
  if (outcome !== 'booked') throw new Error(`The booking was refused: ${outcome}`);
  return booking;
};

let asked = 0;

/** A payment by card that a family asked for, with what Stripe says of it and of a refund. */
export const askedCardPayment = async (
  table: Table,
  { id: family_id, profile }: Pick<SampleFamily, 'id' | 'profile'>,
  { cents = 13_500, now = sampleNow }: { readonly cents?: number; readonly now?: Date } = {},
) => {
  asked += 1;
  const [id, at, amount] = [newCardPaymentId(now), instantOf(now), centsSchema.parse(cents)];
  const { outcome } = await storeAskedPayment(
    table,
    {
      ...{ id, family_id, asked_for: family_id, asked_by: profile.id, asked_at: at, amount, class: null },
      ...{ currency: cardCurrency, mode: 'test', state: 'asked', booking_id: null },
      open_since: { paid: at, unpaid: at },
    },
    { key: idempotencyKeySchema.parse(`attempt-${id}`), now },
    { most: 100, periodSeconds: 3_600 },
  );
  if (outcome !== 'asked') throw new Error(`A payment by card was ${outcome}`);
  const intent = providerIdSchema.parse(`pi_${asked}`);
  const common = { intent, currency: cardCurrency, at } as const;
  const payment = (state: PaymentFact['state'], changes: Partial<PaymentFact> = {}): PaymentFact => ({
    ...{ ...common, fact: 'payment', reference: id, family: family_id, amount, state },
    ...changes,
  });
  const refundId = providerIdSchema.parse(`re_${asked}`);
  const refund = (state: RefundFact['state'], of = 500, changes: Partial<RefundFact> = {}): RefundFact => ({
    ...{ ...common, fact: 'refund', id: refundId, amount: centsSchema.parse(of), state, ask: null },
    ...changes,
  });
  return { id, intent, amount, payment, refund };
};

const requestsAtOnce = 8;

/**
 * Stores bookings and counters as the API does, but in batches. The n-th booking takes the n-th slot of the
 * n-th class for the n-th family, in turn, `everyMs` after the one before, each for a child of its own.
 * @returns the bookings, oldest first
 */
export const storeMany = async (
  table: Table,
  howMany: number,
  {
    classes,
    families,
    from,
    everyMs,
  }: {
    readonly classes: readonly FootballClass[];
    readonly families: readonly SampleFamily[];
    readonly from: Date;
    readonly everyMs: number;
  },
): Promise<StoredBooking[]> => {
  const slots = classes.flatMap((cls) => cls.time_slots.map((slot) => ({ cls, slot })));
  const bookings = Array.from({ length: howMany }, (_, number) => {
    const place = slots[number % slots.length];
    const family = families[number % families.length];
    if (!place || !family) throw new Error('Classes with slots and families are needed');
    const at = new Date(from.getTime() + number * everyMs);
    return sampleBooking(place.cls, family, {
      id: newBookingId(at),
      time_slot_id: place.slot.id,
      child_id: newChildId(at),
      child_name: `Child ${number}`,
      created_at: instantOf(at),
      idempotency_key: idempotencyKeySchema.parse(`attempt-of-child-${number}`),
    });
  });
  await batchPut(table, bookings.map(bookingItem));
  const ofSlot = Map.groupBy(bookings, ({ time_slot_id }) => time_slot_id);
  const count = async ({ cls, slot }: (typeof slots)[number]): Promise<void> => {
    const own = ofSlot.get(slot.id) ?? [];
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: slotKey(cls.id, slot.id),
        UpdateExpression: 'ADD current_bookings :count, revenue :revenue',
        ExpressionAttributeValues: {
          ':count': own.length,
          ':revenue': own.reduce((sum, { amount }) => sum + amount, 0),
        },
      }),
    );
  };
  for (let start = 0; start < slots.length; start += requestsAtOnce) {
    await Promise.all(slots.slice(start, start + requestsAtOnce).map(count));
  }
  return bookings;
};

/** A sample class with one slot, which families have booked for one child each. */
export const bookedClass = (families: number, capacity: number): World & { readonly cls: FootballClass } => {
  const empty = sampleClass({ capacities: [capacity] });
  const cls = {
    ...empty,
    time_slots: empty.time_slots.map((slot) => ({ ...slot, current_bookings: families })),
  };
  const booking = Array.from({ length: families }, () => sampleFamily());
  const bookings = booking.map((family) => sampleBooking(cls, family));
  return { cls, classes: [cls], families: booking, bookings };
};

/** Stores a sample family with its holder's account, which can book. */
export const storedFamily = async (
  table: Table,
  ...options: Parameters<typeof sampleFamily>
): Promise<SampleFamily> => {
  const family = sampleFamily(...options);
  await putFamily(table, family);
  return family;
};

/** Stores an account with the role coach, without its sign-in. */
export const storedCoach = async (
  table: Table,
  ...options: Parameters<typeof sampleFamily>
): Promise<SampleFamily> => {
  const family = await storedFamily(table, ...options);
  const at = instantOf(sampleNow);
  await beginCoachGrant(table, family.profile.id, { at, settledBefore: at }, []);
  await endCoachGrant(table, family.profile.id, at);
  return family;
};

/** Sets the counts of families to none, for tests and measurements in which they book beyond the limits of BOK-52. */
export const resetAccounts = (
  table: Table,
  accounts: readonly { readonly family: Pick<SampleFamily, 'id'> }[],
): Promise<void> =>
  batchPut(
    table,
    accounts.map(({ family }) => familyLedgerItem(family.id)),
  );

type Ender = Parameters<typeof finishFamilyDeletion>[2];

/** Erases a family without a second adult, with the account of its holder. */
export const deleteFamily = async (
  deps: TimedDeps,
  { familyId, ...ender }: Ender & { readonly familyId: FamilyId },
): Promise<{ readonly outcome: 'deleted' | Awaited<ReturnType<typeof beginFamilyDeletion>>['outcome'] }> => {
  const begun = await beginFamilyDeletion(deps.table, familyId);
  if (begun.outcome !== 'begun') return begun;
  await finishFamilyDeletion(deps, begun.family, ender);
  return { outcome: 'deleted' };
};
