import { profileRef } from '#functions/accounts/profiles';
import { bookingFromItem, type StoredBooking } from '#functions/booking/bookings';
import { type EndedCharge, listEndedCharges } from '#functions/booking/ended-bookings';
import { listLedgerEntries } from '#functions/ledger/entries';
import { type FamilyLedger, familyLedgerRef } from '#functions/ledger/ledger';
import { bookingKey, rosterPartition, slotKey } from '#functions/lib/dynamo/keys-of-classes';
import { sendLeaseKey } from '#functions/lib/dynamo/keys-of-people';
import { batchGet, batchRead, queryAll } from '#functions/lib/dynamo/reads';
import type { Table } from '#functions/lib/table';
import type { Family } from '#shared/families/family';
import type { LedgerEntry } from '#shared/ledger/entry';
import type { SlotId, UserId } from '#shared/lib/ids';
import type { TimeSlot } from '#shared/sessions/slot';
import type { School } from './school.ts';

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

const readSlot = async (
  table: Table,
  { id, class_id }: Pick<TimeSlot, 'id' | 'class_id'>,
): Promise<StoredSlot> => {
  const key = slotKey(class_id, id);
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

/** The slots of all classes as they are stored. */
export const readSlots = (table: Table, { slots }: School): Promise<StoredSlot[]> =>
  Promise.all(slots.map((slot) => readSlot(table, slot)));

/** A family and its ledger after a run. */
export interface FinalLedger {
  readonly parent: UserId;
  readonly isDeleted: boolean;
  readonly ledger: FamilyLedger | undefined;
  /** Its ended bookings, without names where the family was erased. */
  readonly ended: readonly EndedCharge[];
  readonly entries: readonly LedgerEntry[];
}

export const readLedgers = async (table: Table, families: readonly Family[]): Promise<FinalLedger[]> => {
  const parents = families.map(({ profile }) => profile.id);
  const refs = parents.flatMap((parent) => [familyLedgerRef(parent), profileRef(parent)]);
  const read = await batchRead(table, refs, { consistent: true });
  return Promise.all(
    parents.map(async (parent) => ({
      parent,
      isDeleted: !read(profileRef(parent)),
      ledger: read(familyLedgerRef(parent)),
      ended: await listEndedCharges(table, parent),
      entries: await listLedgerEntries(table, parent),
    })),
  );
};

/** An email that a record of the stream causes. */
export interface CausedEmail {
  /** Identifies the email: two records may cause the same one. */
  readonly key: string;
  /** The subject of its send lease. */
  readonly subject: string;
  readonly kind: 'confirmation' | 'move' | 'ending' | 'receipt';
  readonly parent: UserId;
}

/** The mailer's lease on sending an email. */
export interface StoredLease {
  readonly email: string;
  /** Undefined while the outcome of sending is unknown. */
  readonly messageId: string | undefined;
}

/** The send leases of some emails. */
export const readLeases = async (table: Table, emails: readonly CausedEmail[]): Promise<StoredLease[]> => {
  if (emails.length === 0) return [];
  const keyed = emails.map(({ key, subject, kind }) => ({ email: key, key: sendLeaseKey(subject, kind) }));
  const item = await batchGet(
    table,
    keyed.map(({ key }) => key),
    { consistent: true },
  );
  return keyed.flatMap(({ email, key }) => {
    const lease = item(key);
    if (!lease) return [];
    return [{ email, messageId: lease.sent === true ? String(lease.message_id) : undefined }];
  });
};
