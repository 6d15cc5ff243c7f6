import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  at,
  sampleBooking,
  sampleClass,
  sampleFamily,
  sampleNow,
  sampleTimeZone,
} from '#infra/testing/samples/samples';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import type { BookingEnd } from '#shared/booking/booking';
import { businessMoment } from '#shared/lib/business-time';
import { idempotencyKeySchema, messageIdSchema } from '#shared/lib/ids';
import { centsSchema, instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { bookingCredit } from '../booking/booking-changes.ts';
import { bookingItem, bookingUpdate } from '../booking/bookings.ts';
import { decideLateEnding, lateEndingPut } from '../booking/end-booking.ts';
import { endedBooking, endedBookingItem, endedBookingPut } from '../booking/ended-bookings.ts';
import { placeRelease, placeReplace, placeTake } from '../booking/places.ts';
import { calendarRaise, sameCalendar } from '../classes/change-sessions.ts';
import { changeUpdate, hourOf } from '../ledger/changes.ts';
import { chargeUpdate } from '../ledger/charges.ts';
import { familyLedgerItem, familyLedgerRef } from '../ledger/ledger.ts';
import { cancellationInForce, restoredUpdate, type StoredCancellation } from '../sessions/cancellations.ts';
import { applicationDeletes } from '../waiting/applications.ts';
import type { Item } from './dynamo/items.ts';
import type { Write } from './dynamo/keyed-request.ts';
import { cancellationKey, slotKey, waitingChildKey } from './dynamo/keys-of-classes.ts';
import { attemptRef } from './dynamo/keys-of-people.ts';
import { sendTransaction } from './dynamo/writes.ts';
import { newApplicationId, newBookingId, newOfferId } from './ids.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const cls = sampleClass();
const slot = at(cls.time_slots, 0);
const family = sampleFamily();
const { id: parent } = family;
const by = family.profile.id;
const booking = sampleBooking(cls, family, { credited: centsSchema.parse(2_000) });
const attempt = idempotencyKeySchema.parse(randomUUID());
const message = messageIdSchema.parse(`msg_${'0'.repeat(22)}`);
const now = instantOf(sampleNow);
const child = at(family.children, 0).id;

const storedSlot = { ...slotKey(cls.id, slot.id), ...slot, current_bookings: 1, revenue: 12_000 };
const storedLedger = familyLedgerItem(parent, [{ ...booking, amount: booking.amount }]);
const ledger = familyLedgerRef(parent).fromItem(storedLedger);
const session = { class_id: cls.id, slot_id: slot.id, date: cls.start_date };
const cancellation = { ...session, calendar_version: 1, message_id: message } as StoredCancellation;
const storedCancellation = { ...cancellationKey(session, 1), ...cancellation };
const entry = {
  id: newApplicationId(sampleNow),
  time_slot_id: slot.id,
  child_ids: [child],
  offer_id: newOfferId(sampleNow),
};
const storedEntry = { ...waitingChildKey(slot.id, child), ...entry };

interface ConditionCase {
  readonly write: () => Write | undefined;
  /** With it the write is executed. */
  readonly stored: Item;
  /** With each of these instead, it is refused; null removes the attribute. */
  readonly refusedWith: readonly Record<string, unknown>[];
}

const noAttempt = { ended_attempts: new Set([attemptRef(attempt)]) };
/** All changes of the hour but one. */
const almostAll = { changes_hour: hourOf(now), hour_changes: limits.changesPerHour - 1 };
const otherPlaces = { places: new Set(['another#place#mark']) };
const nextBooking = { ...booking, idempotency_key: attempt };
const charge = (options: Partial<Parameters<typeof chargeUpdate>[2]> = {}) =>
  chargeUpdate(
    table,
    {
      parent_id: parent,
      amount: booking.amount,
      created_at: now,
      bookings: [nextBooking],
      idempotency_key: attempt,
    },
    { hour: 'new', recounted: undefined, ledger, ...options },
  );

/** What each write requires of the item that it changes. A second write of its transaction often requires the same. */
const cases: Record<string, ConditionCase> = {
  'taking a place': {
    write: () => placeTake(table, booking),
    stored: storedSlot,
    refusedWith: [{ closed: true }, { calendar_version: 1 }, { current_bookings: slot.max_capacity }],
  },
  'a booking in the place of another': {
    write: () => placeReplace(table, booking, booking),
    stored: { ...storedSlot, current_bookings: slot.max_capacity },
    refusedWith: [{ closed: true }, { calendar_version: 1 }],
  },
  'giving a place to all': {
    write: () => placeRelease(table, slot, { amount: booking.amount, at: now }),
    stored: storedSlot,
    refusedWith: [{ current_bookings: 0 }, { calendar_version: 1 }, { waiting: 1 }],
  },
  'giving a place to the waiting list': {
    write: () => placeRelease(table, { ...slot, waiting: 2 }, { amount: booking.amount, at: now }),
    stored: { ...storedSlot, waiting: 2, held: 0, kept: 0 },
    refusedWith: [{ current_bookings: 0 }, { calendar_version: 1 }, { waiting: 0 }, { waiting: null }],
  },
  'a change of the calendar': {
    write: () => calendarRaise(table, { slot: { ...slot, current_bookings: 1 }, samePlaces: true }),
    stored: storedSlot,
    refusedWith: [{ closed: true }, { calendar_version: 1 }, { current_bookings: 2 }],
  },
  'the check of a calendar': {
    write: () => sameCalendar(table, slot),
    stored: storedSlot,
    refusedWith: [{ closed: true }, { calendar_version: 1 }],
  },
  'the check of a cancellation': {
    write: () => cancellationInForce(table, cancellation),
    stored: storedCancellation,
    refusedWith: [{ restored_by: message }],
  },
  'bringing a session back': {
    write: () => restoredUpdate(table, cancellation, message),
    stored: storedCancellation,
    refusedWith: [{ restored_by: message }, { PK: 'ELSEWHERE' }],
  },
  'a credit of a session': {
    write: () =>
      bookingCredit(table, booking, { date: at(booking.dates, 0), amount: centsSchema.parse(2_000) }),
    stored: bookingItem(booking),
    refusedWith: [
      { id: 'another' },
      { credited: booking.amount - 1_999 },
      { credited_dates: new Set([at(booking.dates, 0)]) },
    ],
  },
  'a write of one booking': {
    write: () => bookingUpdate(table, booking, { set: { child_name: 'Another' } }),
    stored: bookingItem(booking),
    refusedWith: [{ id: 'another' }],
  },
  'the end of an entry': {
    write: () => applicationDeletes(table, entry)[0],
    stored: storedEntry,
    refusedWith: [{ id: 'another' }, { offer_id: 'another' }, { offer_id: null }],
  },
  'a change of a family': {
    write: () => changeUpdate(table, parent, { attempt, at: now, isCounted: false }, ledger),
    stored: storedLedger,
    refusedWith: [{ closing: true }, noAttempt, { PK: 'ELSEWHERE' }],
  },
  'a counted change of a family': {
    write: () => changeUpdate(table, parent, { attempt, at: now, isCounted: true }, ledger),
    stored: storedLedger,
    refusedWith: [{ changes_hour: hourOf(now) }],
  },
  'a further counted change of a family': {
    write: () =>
      changeUpdate(table, parent, { attempt, at: now, isCounted: true }, { ...ledger, ...almostAll }),
    stored: { ...storedLedger, ...almostAll },
    refusedWith: [{ hour_changes: limits.changesPerHour }, { changes_hour: '2025-01-01T00' }],
  },
  'a charge': {
    write: () => charge(),
    stored: storedLedger,
    refusedWith: [
      ...[{ closing: true }, noAttempt, { PK: 'ELSEWHERE' }],
      ...[{ counted_hour: '2999-01-01T00' }, { changes_hour: '2999-01-01T00' }],
    ],
  },
  'a charge after other changes of the hour': {
    write: () => charge({ hour: 'changed' }),
    stored: { ...storedLedger, ...almostAll },
    refusedWith: [
      { hour_changes: limits.changesPerHour },
      { changes_hour: '2025-01-01T00' },
      { counted_hour: hourOf(now) },
    ],
  },
  'a further charge of the hour': {
    write: () => charge({ hour: 'same' }),
    stored: { ...storedLedger, ...almostAll, counted_hour: hourOf(now), hour_bookings: 19 },
    refusedWith: [
      { hour_changes: limits.changesPerHour },
      { hour_bookings: limits.bookingsPerHour },
      { counted_hour: '2025-01-01T00' },
    ],
  },
  'a further charge after bookings that were no changes': {
    write: () => charge({ hour: 'same' }),
    stored: { ...storedLedger, counted_hour: hourOf(now), hour_bookings: 19 },
    refusedWith: [{ hour_bookings: limits.bookingsPerHour }],
  },
  'a charge by the places that were read': {
    write: () => charge({ requiresSamePlaces: true }),
    stored: storedLedger,
    refusedWith: [otherPlaces, { places: null }],
  },
  'a charge by a ledger without places': {
    write: () =>
      charge({
        requiresSamePlaces: true,
        ledger: familyLedgerRef(parent).fromItem(familyLedgerItem(parent)),
      }),
    stored: familyLedgerItem(parent),
    refusedWith: [otherPlaces],
  },
};

const put = async (stored: Item, change: Record<string, unknown> = {}) => {
  const item = Object.fromEntries(
    Object.entries({ ...stored, ...change }).filter(([, value]) => value !== null),
  );
  await sendTransaction(table, [
    { Delete: { TableName: table.name, Key: { PK: stored.PK, SK: stored.SK } } },
  ]);
  await sendTransaction(table, [{ Put: { TableName: table.name, Item: item } }]);
};

const outcomeOf = async (write: Write | undefined): Promise<string> =>
  (await sendTransaction(table, write ? [write] : [])).outcome;

describe.each(Object.entries(cases))('%s', (_, { write, stored, refusedWith }) => {
  it('is stored where everything is as it was read', async () => {
    await put(stored);
    expect(await outcomeOf(write())).toBe('done');
  });

  it.each(refusedWith)('is refused with %j', async (change) => {
    await put(stored, change);
    expect(await outcomeOf(write())).toBe('refused');
  });
});

describe('the record of an ended booking', () => {
  const cents = (amount: number) => centsSchema.parse(amount);
  const ended: BookingEnd = {
    reason: 'cancelled',
    at: now,
    by: 'parent',
    credit: cents(0),
    suggested: cents(3_000),
  };
  const record = endedBooking(booking, { ...cls, ...slot }, { ended, tell: false });

  it('is written once', async () => {
    const write = endedBookingPut(table, { ...record, id: newBookingId(sampleNow) });
    expect(await outcomeOf(write)).toBe('done');
    expect(await outcomeOf(write)).toBe('refused');
  });

  it('takes a late credit only as far as the charge is left when it is decided [PAY-14, END-07]', async () => {
    const moment = businessMoment(sampleNow, sampleTimeZone);
    const decide = async () =>
      (await decideLateEnding(table, { record, credit: true, moment, madeBy: by }, [])).outcome;
    await put(storedLedger);
    await outcomeOf(lateEndingPut(table, record));
    await put(endedBookingItem(record), { credited: record.amount - 2_999 });
    expect(await decide()).toBe('refused');
    await put(endedBookingItem(record), { credited: record.amount - 3_000 });
    expect(await decide()).toBe('done');
    expect(await decide()).toBe('refused');
  });
});
