import { type FamilyAccount, familyAccountRef } from '#functions/data/accounts/family-account';
import { bookingFromItem, type StoredBooking } from '#functions/data/bookings/bookings';
import { listEndedBookings, type StoredEndedBooking } from '#functions/data/bookings/ended-bookings';
import { batchGet, batchRead } from '#functions/data/dynamo/batch-get';
import { bookingKey, rosterPartition } from '#functions/data/dynamo/keys/bookings';
import { slotKey } from '#functions/data/dynamo/keys/classes';
import type { Key } from '#functions/data/dynamo/keys/key';
import { sendLeaseKey } from '#functions/data/dynamo/keys/mail';
import { queryAll } from '#functions/data/dynamo/query';
import { profileRef } from '#functions/data/families/stored-profile';
import type { Table } from '#functions/data/table';
import type { FootballClass } from '#shared/schemas/class';
import type { SlotId, UserId } from '#shared/schemas/ids';
import type { Family } from '#shared/schemas/profile';

/** A slot as it is stored, read without the product's own code. */
export interface StoredSlot {
  readonly id: SlotId;
  /** Undefined if the slot is deleted. */
  readonly counters:
    | { readonly max_capacity: number; readonly current_bookings: number; readonly revenue: number }
    | undefined;
  readonly bookings: readonly StoredBooking[];
  /** Ids of bookings whose key does not match their content. */
  readonly misplaced: readonly string[];
}

const readSlot = async (table: Table, cls: FootballClass, id: SlotId): Promise<StoredSlot> => {
  const key = slotKey(cls.id, id);
  const [item, items] = await Promise.all([
    batchGet(table, [key], { consistent: true }),
    queryAll(table, {
      KeyConditionExpression: 'PK = :slot',
      ExpressionAttributeValues: { ':slot': rosterPartition(id).PK },
      ConsistentRead: true,
    }),
  ]);
  const slot = item(key);
  const bookings = items.map(bookingFromItem);
  return {
    id,
    counters: slot && {
      max_capacity: Number(slot.max_capacity),
      current_bookings: Number(slot.current_bookings),
      revenue: Number(slot.revenue),
    },
    bookings,
    misplaced: bookings.flatMap(({ id: booking, time_slot_id, parent_id, child_id }, index) =>
      bookingKey(time_slot_id, parent_id, child_id).SK === items[index]?.SK ? [] : [booking],
    ),
  };
};

/** The slots of a class as they are stored. */
export const readSlots = (table: Table, cls: FootballClass): Promise<StoredSlot[]> =>
  Promise.all(cls.time_slots.map(({ id }) => readSlot(table, cls, id)));

/** A family and its account after a run. */
export interface FinalAccount {
  readonly parent: UserId;
  readonly isDeleted: boolean;
  readonly account: FamilyAccount | undefined;
  /** Its ended bookings of the run's class: families are used again. Of a deleted family there are none. */
  readonly ended: readonly StoredEndedBooking[];
}

export const readAccounts = async (
  table: Table,
  families: readonly Family[],
  cls: Pick<FootballClass, 'id'>,
): Promise<FinalAccount[]> => {
  const parents = families.map(({ profile }) => profile.id);
  const refs = parents.flatMap((parent) => [familyAccountRef(parent), profileRef(parent)]);
  const read = await batchRead(table, refs, { consistent: true });
  return Promise.all(
    parents.map(async (parent) => ({
      parent,
      isDeleted: !read(profileRef(parent)),
      account: read(familyAccountRef(parent)),
      ended: (await listEndedBookings(table, parent)).filter(({ class_id }) => class_id === cls.id),
    })),
  );
};

/** The mailer's lease on sending a booking's confirmation. */
export interface StoredLease {
  readonly booking: string;
  /** Undefined while the outcome of sending is unknown. */
  readonly messageId: string | undefined;
}

/** The send leases of the confirmations of some bookings. */
export const readLeases = async (
  table: Table,
  bookings: readonly StoredBooking[],
): Promise<StoredLease[]> => {
  const keyed = bookings.map(({ id }): { booking: string; key: Key } => ({
    booking: id,
    key: sendLeaseKey(id, 'confirmation'),
  }));
  if (keyed.length === 0) return [];
  const item = await batchGet(
    table,
    keyed.map(({ key }) => key),
    { consistent: true },
  );
  return keyed.flatMap(({ booking, key }) => {
    const lease = item(key);
    if (!lease) return [];
    return [{ booking, messageId: lease.sent === true ? String(lease.message_id) : undefined }];
  });
};
