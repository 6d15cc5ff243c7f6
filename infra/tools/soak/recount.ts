import { familyRef } from '#functions/accounts/stored-families';
import { bookingFromItem, type StoredBooking } from '#functions/booking/bookings';
import { type EndedCharge, listEndedCharges } from '#functions/booking/ended-bookings';
import { listLedgerEntries } from '#functions/ledger/entries';
import { type FamilyLedger, familyLedgerRef, placeKey } from '#functions/ledger/ledger';
import { bookingKey, rosterPartition, slotKey } from '#functions/lib/dynamo/keys-of-classes';
import { batchGet, batchRead, queryAll } from '#functions/lib/dynamo/reads';
import type { Table } from '#functions/lib/table';
import { type LedgerEntry, ledgerEntryKey } from '#shared/ledger/entry';
import type { FamilyId, SlotId } from '#shared/lib/ids';
import { sum } from '#shared/lib/money';
import type { TimeSlot } from '#shared/sessions/slot';
import { type Violation, violationsOf } from './driver.ts';

/** A slot as it is stored, read without the product's own code. */
export interface StoredSlot {
  readonly id: SlotId;
  readonly counters:
    | { readonly max_capacity: number; readonly current_bookings: number; readonly revenue: number }
    | undefined;
  readonly bookings: readonly StoredBooking[];
  /** Ids of bookings whose key does not match their content. */
  readonly misplaced: readonly string[];
}

export const readSlot = async (
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

export interface StoredMoney {
  readonly parent: FamilyId;
  readonly isDeleted: boolean;
  readonly ledger: FamilyLedger | undefined;
  /** Its ended bookings, without names where the family was erased. */
  readonly ended: readonly EndedCharge[];
  readonly entries: readonly LedgerEntry[];
}

export const readMoney = async (table: Table, parents: readonly FamilyId[]): Promise<StoredMoney[]> => {
  const refs = parents.flatMap((parent) => [familyLedgerRef(parent), familyRef(parent)]);
  const read = await batchRead(table, refs, { consistent: true });
  return Promise.all(
    parents.map(async (parent) => ({
      parent,
      isDeleted: !read(familyRef(parent)),
      ledger: read(familyLedgerRef(parent)),
      ended: await listEndedCharges(table, parent),
      entries: await listLedgerEntries(table, parent),
    })),
  );
};

export const brokenBySlot = ({ id, counters, bookings, misplaced }: StoredSlot): Violation[] => {
  const taken = bookings.length;
  const revenue = sum(bookings.map(({ amount }) => amount));
  const { current_bookings = 0, max_capacity = 0, revenue: counted = 0 } = counters ?? {};
  const of = `in slot ${id}`;
  return violationsOf([
    ['a booking has its own key', misplaced.length === 0, `${misplaced.join(', ')} ${of}`],
    ['a child has a place once', new Set(bookings.map((one) => one.child_id)).size === taken, of],
    ['no booking without a slot', counters !== undefined || taken === 0, `${taken} ${of}`],
    [
      'no more bookings than places',
      !counters || taken <= max_capacity,
      `${taken} for ${max_capacity} ${of}`,
    ],
    [
      'the counter equals the bookings',
      current_bookings === (counters ? taken : 0),
      `${current_bookings} ${of}`,
    ],
    ['the revenue equals the bookings', counted === (counters ? revenue : 0), `${counted} ${of}`],
  ]);
};

type Sum = 'charged' | 'credited' | 'waived' | 'received';

/** What an entry adds to which sum; below 0 it takes from it. */
interface EntryEffect {
  readonly sum: Sum;
  readonly amount: number;
}

const effectOf = (kind: Exclude<LedgerEntry['kind'], 'counter'>, amount: number): EntryEffect => {
  switch (kind) {
    case 'payment':
      return { sum: 'received', amount };
    case 'refund':
      return { sum: 'received', amount: -amount };
    case 'credit':
      return { sum: 'credited', amount };
    case 'waiver':
      return { sum: 'waived', amount };
    case 'opening':
      return { sum: 'charged', amount };
  }
};

export const effectOfEntry = (entry: LedgerEntry): EntryEffect =>
  entry.kind === 'counter' ? effectOf(entry.countered, -entry.amount) : effectOf(entry.kind, entry.amount);

export const effectiveEntries = (entries: readonly LedgerEntry[]): LedgerEntry[] => {
  const taken = new Set(entries.flatMap(({ cause }) => (cause.type === 'counter' ? [cause.entry] : [])));
  return entries.filter(({ kind, cause }) => kind !== 'counter' && !taken.has(ledgerEntryKey(cause)));
};

export const bookingsOf = (slots: readonly StoredSlot[], parent: string): StoredBooking[] =>
  slots.flatMap(({ bookings }) => bookings).filter(({ parent_id }) => parent_id === parent);

/** Without the product's own sums (END-02, PAY-14). @param slots those of all its bookings */
export const brokenByMoney = (
  { parent, isDeleted, ledger, ended, entries }: StoredMoney,
  slots: readonly StoredSlot[],
): Violation[] => {
  const live = bookingsOf(slots, parent);
  const bookings = [...live, ...ended];
  const ids = bookings.map(({ id }) => id);
  const effects = entries.map(effectOfEntry);
  const entered = (name: Sum) => sum(effects.filter((one) => one.sum === name).map(({ amount }) => amount));
  const recounted = JSON.stringify({
    charged: sum(bookings.map(({ amount }) => amount)) + entered('charged'),
    credited: sum(ended.map((record) => record.ended.credit)) + entered('credited'),
    waived: entered('waived'),
    received: entered('received'),
  });
  const { charged = 0, credited = 0, waived = 0, received = 0 } = ledger ?? {};
  const counted = JSON.stringify({ charged, credited, waived, received });
  const marks = JSON.stringify([...(ledger?.places ?? [])].toSorted());
  const creditsOf = (id: string): number =>
    sum(
      effectiveEntries(entries).flatMap(({ cause, amount }) =>
        cause.type === 'session' && cause.booking_id === id ? [amount] : [],
      ),
    );
  const exceeded = [
    ...live.filter(({ id, amount }) => creditsOf(id) > amount),
    ...ended.filter(({ id, amount, ended: { credit } }) => creditsOf(id) + credit > amount),
  ];
  const of = `of family ${parent}`;
  return violationsOf([
    ['no booking of a deleted family', !isDeleted || live.length === 0, `${live.map(({ id }) => id)} ${of}`],
    ['a booking is live or ended, once', new Set(ids).size === ids.length, `${ids} ${of}`],
    [
      'the sums of a ledger are those of a recount',
      counted === recounted,
      `${counted} counted, ${recounted} by bookings, history and entries ${of}`,
    ],
    [
      'the marks of a ledger are the live bookings',
      marks === JSON.stringify(live.map(placeKey).toSorted()),
      marks,
    ],
    ['credits never exceed their charge', exceeded.length === 0, `${exceeded.map(({ id }) => id)} ${of}`],
  ]);
};
