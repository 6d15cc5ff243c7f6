import { type BookingId, bookingIdSchema, childIdSchema } from '#shared/lib/ids';
import { childRef } from '../families/children.ts';
import { currentNameOf } from '../ledger/charges.ts';
import { bookingEntriesJoin, forgetPlace, placeJoin, planJoin } from '../ledger/join-ledgers.ts';
import { type FamilyPlace, getFamilyLedger, placesIn } from '../ledger/ledger.ts';
import { ContentionError, retryDelay } from '../lib/contention.ts';
import type { TimedDeps } from '../lib/deps.ts';
import {
  deleteWrite,
  exists,
  isNew,
  putWrite,
  requireUnchangedItem,
  updateWrite,
} from '../lib/dynamo/expressions.ts';
import { type Item, joinedAttribute, keyOfItem } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import {
  bookingIndexKeys,
  bookingKey,
  endedBookingKey,
  endedBookingsPartition,
  lateEndingKey,
} from '../lib/dynamo/keys-of-classes.ts';
import { getItem, inPartition, queryAll } from '../lib/dynamo/reads.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import { childIdAfterJoin, type FamilyJoin } from '../lib/family-join.ts';
import type { Table } from '../lib/table.ts';
import { patienceMs } from '../limits.ts';
import { bookingFromItem, type StoredBooking, storedBookingSchema } from './bookings.ts';
import { endBooking } from './end-booking.ts';
import { storedEndedBookingSchema } from './ended-bookings.ts';

const storedItem = (item: Item): Item => item;

// The bookings whose ledger entries move with a booking: those of its upgraded trial too.
const causesOf = ({ id, trial_session }: Pick<StoredBooking, 'id' | 'trial_session'>): BookingId[] => [
  id,
  ...(trial_session ? [trial_session.booking_id] : []),
];

const itemAfter = (join: FamilyJoin, item: Item, { confirms }: Pick<StoredBooking, 'confirms'>): Item => ({
  ...item,
  parent_id: join.to,
  child_id: childIdAfterJoin(join, childIdSchema.parse(item.child_id)),
  ...(confirms && { confirms: confirms.map((child) => childIdAfterJoin(join, child)) }),
  [joinedAttribute]: join.at,
});

// The name that the child of a booking has in the family that stays.
const nameAfter = async (table: Table, join: FamilyJoin, booking: StoredBooking): Promise<string> => {
  const child_id = childIdAfterJoin(join, booking.child_id);
  const [ledger, child] = await Promise.all([
    getFamilyLedger(table, join.to, { consistent: true }),
    child_id === booking.child_id ? undefined : getItem(table, childRef(join.to, child_id)),
  ]);
  return currentNameOf(ledger, { child_id, child_name: child?.name ?? booking.child_name });
};

const bookingAttributes = Object.keys(storedBookingSchema.shape);

// @returns `taken` where the child got the same place in the family that stays; `refused` where something changed
const joinBooking = async (
  table: Table,
  join: FamilyJoin,
  place: FamilyPlace,
): Promise<'done' | 'refused' | 'taken'> => {
  const { time_slot_id } = place;
  const ledger = await getFamilyLedger(table, join.from, { consistent: true });
  const key = bookingKey(time_slot_id, join.from, place.child_id);
  const item = await getItem(table, { key, fromItem: storedItem });
  if (!ledger) return 'done';
  if (!item) {
    await sendTransaction(table, [forgetPlace(table, join, place)]);
    return 'done';
  }
  const booking = bookingFromItem(item);
  const child_name = await nameAfter(table, join, booking);
  const moved = { ...booking, parent_id: join.to };
  const writes = [
    putWrite(
      table,
      {
        ...itemAfter(join, item, booking),
        ...bookingKey(time_slot_id, join.to, childIdAfterJoin(join, place.child_id)),
        ...bookingIndexKeys(moved),
        child_name,
      },
      { if: isNew, returnsStored: true },
    ),
    deleteWrite(table, key, { if: requireUnchangedItem(item, bookingAttributes) }),
    ...placeJoin(table, join, ledger, { ...place, id: booking.id, child_name }),
    ...(await bookingEntriesJoin(table, join, causesOf(booking))),
  ];
  const result = await sendTransaction(table, writes);
  if (result.outcome === 'busy') throw new ContentionError('Contention on a booking persisted');
  if (result.outcome === 'done') return 'done';
  const there = result.refusals[0]?.item?.id;
  return there === undefined || there === booking.id ? 'refused' : 'taken';
};

/**
 * Moves each live booking with its place in the ledger and its credits in one transaction. A booking whose child was booked
 * into the same slot meanwhile in the family that stays ends, with its whole charge credited.
 * @param onMoved called for each slot with a booking of a child that both families have
 * @throws ContentionError where contention persisted
 */
export const joinBookings = async (
  deps: TimedDeps,
  join: FamilyJoin,
  onMoved: (place: FamilyPlace) => Promise<void>,
): Promise<void> => {
  const { table } = deps;
  const waitToRetry = retryDelay(patienceMs);
  for (;;) {
    const ledger = await getFamilyLedger(table, join.from, { consistent: true });
    const [place] = ledger ? placesIn(ledger) : [];
    if (!place) return;
    const outcome = await joinBooking(table, join, place);
    if (outcome === 'taken') await endTaken(deps, join, place);
    if (outcome === 'done' && join.same.has(place.child_id))
      await onMoved({ ...place, child_id: childIdAfterJoin(join, place.child_id) });
    if (outcome === 'refused' && !(await waitToRetry()))
      throw new ContentionError('A booking changed again and again');
  }
};

const endTaken = async (deps: TimedDeps, { from }: FamilyJoin, place: FamilyPlace): Promise<void> => {
  const key = bookingKey(place.time_slot_id, from, place.child_id);
  const booking = await getItem(deps.table, { key, fromItem: bookingFromItem });
  if (!booking) return;
  await endBooking(deps, booking, {
    ending: { reason: 'removed', credit: 'charge' },
    by: 'admin',
    tell: false,
  });
};

const endedAttributes = Object.keys(storedEndedBookingSchema.shape);

// Lets a late cancellation that is to be decided name the family that stays.
const lateEndingJoin = async (table: Table, { to }: FamilyJoin, id: BookingId): Promise<Write[]> => {
  const key = lateEndingKey(id);
  const late = await getItem(table, { key, fromItem: storedItem });
  return late ? [updateWrite(table, key, { set: { parent_id: to }, if: exists })] : [];
};

const joinRecord = async (table: Table, join: FamilyJoin, item: Item): Promise<boolean> => {
  const id = bookingIdSchema.parse(item.id);
  const ledger = await getFamilyLedger(table, join.from, { consistent: true });
  const { confirms } = storedBookingSchema.shape;
  const { outcome } = await sendTransaction(table, [
    putWrite(
      table,
      {
        ...itemAfter(join, item, { confirms: confirms.parse(item.confirms) }),
        ...endedBookingKey(join.to, id),
      },
      { if: isNew },
    ),
    deleteWrite(table, keyOfItem(item), { if: requireUnchangedItem(item, endedAttributes) }),
    ...(await lateEndingJoin(table, join, id)),
    ...(ledger ? planJoin(table, join, ledger, id) : []),
    ...(await bookingEntriesJoin(table, join, [id])),
  ]);
  if (outcome === 'busy') throw new ContentionError('Contention on the record of a booking persisted');
  return outcome === 'done';
};

/** Moves ended bookings, each with its credits and what is to be decided about it. @throws ContentionError */
export const joinEndedBookings = async (table: Table, join: FamilyJoin): Promise<void> => {
  const waitToRetry = retryDelay(patienceMs);
  for (;;) {
    const items = await queryAll(table, {
      ...inPartition(endedBookingsPartition(join.from)),
      ConsistentRead: true,
    });
    if (items.length === 0) return;
    let isRefused = false;
    for (const item of items) isRefused = !(await joinRecord(table, join, item)) || isRefused;
    if (isRefused && !(await waitToRetry()))
      throw new ContentionError('The record of a booking changed again and again');
  }
};
