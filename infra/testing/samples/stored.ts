import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beginCoachGrant, endCoachGrant } from '#functions/accounts/coaches';
import { bookingItem, type StoredBooking } from '#functions/booking/bookings';
import { familyLedgerItem } from '#functions/ledger/ledger';
import { exists } from '#functions/lib/dynamo/expressions';
import { entityAttribute } from '#functions/lib/dynamo/items';
import { slotKey } from '#functions/lib/dynamo/keys-of-classes';
import { profileKey } from '#functions/lib/dynamo/keys-of-people';
import { batchPut, updateItem } from '#functions/lib/dynamo/writes';
import { newBookingId, newChildId } from '#functions/lib/ids';
import type { Table } from '#functions/lib/table';
import { putFamily } from '#infra/local/seed/put';
import type { World } from '#infra/local/seed/world';
import type { FootballClass } from '#shared/classes/class';
import type { Family, FamilyRole, Profile } from '#shared/families/family';
import { idempotencyKeySchema, type UserId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { sampleBooking, sampleClass, sampleFamily, sampleNow } from './samples.ts';

/** Stores the profile of an account that acts for a family of another id. */
export const putMember = (
  table: Table,
  profile: Profile,
  membership: { readonly member_of: UserId; readonly family_role: FamilyRole },
): Promise<void> =>
  batchPut(table, [{ ...profileKey(profile.id), [entityAttribute]: 'profile', ...profile, ...membership }]);

/** Adds a second adult to a stored family, who gets the emails about money where that is chosen. */
export const addSecondAdult = async (
  table: Table,
  familyId: UserId,
  money_mails?: FamilyRole,
): Promise<Profile> => {
  const { profile } = sampleFamily();
  await putMember(table, profile, { member_of: familyId, family_role: 'adult' });
  const set = { second_adult: profile.id, ...(money_mails && { money_mails }) };
  const { outcome } = await updateItem(table, profileKey(familyId), { set, if: exists });
  if (outcome !== 'done') throw new Error('A stored family is expected');
  return profile;
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
    readonly families: readonly Family[];
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

/** Stores a sample family, which can book. */
export const storedFamily = async (
  table: Table,
  ...options: Parameters<typeof sampleFamily>
): Promise<Family> => {
  const family = sampleFamily(...options);
  await putFamily(table, family);
  return family;
};

/** Stores an account with the role coach, without its sign-in. */
export const storedCoach = async (
  table: Table,
  ...options: Parameters<typeof sampleFamily>
): Promise<Family> => {
  const family = await storedFamily(table, ...options);
  const at = instantOf(sampleNow);
  await beginCoachGrant(table, family.profile.id, { at, settledBefore: at }, []);
  await endCoachGrant(table, family.profile.id, at);
  return family;
};

/** Sets the counts of families to none, for tests and measurements in which they book beyond the limits of BOK-52. */
export const resetAccounts = (
  table: Table,
  accounts: readonly { readonly family: Family }[],
): Promise<void> =>
  batchPut(
    table,
    accounts.map(({ family }) => familyLedgerItem(family.profile.id)),
  );
