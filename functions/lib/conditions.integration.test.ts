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
import { messageIdSchema } from '#shared/lib/ids';
import { centsSchema, instantOf } from '#shared/lib/values';
import { bookingCredit } from '../booking/booking-changes.ts';
import { bookingItem } from '../booking/bookings.ts';
import { decideLateEnding, lateEndingPut } from '../booking/end-booking.ts';
import { endedBooking, endedBookingItem } from '../booking/ended-bookings.ts';
import { placeRelease, placeReplace, placeTake } from '../booking/places.ts';
import { calendarRaise, sameCalendar } from '../classes/change-sessions.ts';
import { familyLedgerItem } from '../ledger/ledger.ts';
import { cancellationInForce, restoredUpdate, type StoredCancellation } from '../sessions/cancellations.ts';
import type { Item } from './dynamo/items.ts';
import type { Write } from './dynamo/keyed-request.ts';
import { cancellationKey, slotKey } from './dynamo/keys-of-classes.ts';
import { sendTransaction } from './dynamo/writes.ts';

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
const message = messageIdSchema.parse(`msg_${'0'.repeat(22)}`);
const now = instantOf(sampleNow);

const storedSlot = { ...slotKey(cls.id, slot.id), ...slot, current_bookings: 1, revenue: 12_000 };
const storedLedger = familyLedgerItem(parent, [{ ...booking, amount: booking.amount }]);
const session = { class_id: cls.id, slot_id: slot.id, date: cls.start_date };
const cancellation = { ...session, calendar_version: 1, message_id: message } as StoredCancellation;
const storedCancellation = { ...cancellationKey(session, 1), ...cancellation };

interface ConditionCase {
  readonly write: () => Write | undefined;
  /** With it the write is executed. */
  readonly stored: Item;
  /** With each of these instead, it is refused; null removes the attribute. */
  readonly refusedWith: readonly Record<string, unknown>[];
}

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
