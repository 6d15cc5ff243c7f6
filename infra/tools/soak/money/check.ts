import { isDeepStrictEqual } from 'node:util';
import { listBookingsOfSlot, type StoredBooking } from '#functions/data/bookings/bookings';
import { listEndedCharges } from '#functions/data/bookings/ended-charges';
import { readFigures } from '#functions/data/classes/figures';
import { chargesOf } from '#functions/data/joins/full-ledger';
import { dueOfLedger } from '#functions/data/ledger/due-plans';
import { listLedgerEntries } from '#functions/data/ledger/entries';
import { placeMark } from '#functions/data/ledger/places';
import { sampleToday } from '#infra/testing/samples/samples';
import type { BookingSystem } from '#infra/testing/services/booking-system';
import { balanceOf, ledgerTotals } from '#shared/domain/ledger/balance';
import { duePlans } from '#shared/domain/ledger/charge-state';
import { dueBalance } from '#shared/domain/ledger/due-balance';
import { ledgerEntryKey } from '#shared/domain/ledger/entry-key';
import { sum } from '#shared/domain/lists/sum';
import { addDays } from '#shared/domain/time/calendar';
import type { LedgerEntry } from '#shared/schemas/ledger-entry';
import type { MoneyWorld } from './run.ts';

export type MoneyRule =
  | 'a slot counts its bookings and their amounts'
  | 'a child has a place once'
  | 'an erased family has no booking'
  | 'the marks of a ledger are the live bookings'
  | 'of two siblings at once one has the discount'
  | 'a booking is live or ended, once'
  | 'the sums of a ledger are those of a recount'
  | 'what is due on any day is that of a recount'
  | 'credits never exceed their charge'
  | 'a row of a file is one payment';

/** The last due date of a booking lies within these days. */
const daysAhead = 70;

/** Entries without those that were taken back. */
const effective = (entries: readonly LedgerEntry[]): LedgerEntry[] => {
  const taken = new Set(entries.flatMap(({ cause }) => (cause.type === 'counter' ? [cause.entry] : [])));
  return entries.filter(({ kind, cause }) => kind !== 'counter' && !taken.has(ledgerEntryKey(cause)));
};

/** Recounts the money of all families to the cent, and returns the rules that are broken and the number of discounts. */
export const checkMoney = async (
  system: BookingSystem,
  { classes, families, erased, file, pairs }: MoneyWorld,
): Promise<{ readonly broken: readonly MoneyRule[]; readonly discounts: number }> => {
  const broken = new Set<MoneyRule>();
  const check = (holds: boolean, rule: MoneyRule) => {
    if (!holds) broken.add(rule);
  };
  const { table, timeZone } = system;
  const { slotRevenue } = await readFigures(table);
  const live: StoredBooking[] = [];
  for (const { id } of classes)
    for (const slot of (await system.classNow(id)).time_slots) {
      const roster = await listBookingsOfSlot(table, slot.id, { consistent: true });
      const isCounted =
        slot.current_bookings === roster.length &&
        slotRevenue.get(slot.id) === sum(roster.map(({ amount }) => amount));
      check(isCounted, 'a slot counts its bookings and their amounts');
      live.push(...roster);
    }
  const places = live.map(({ time_slot_id, child_id }) => `${time_slot_id} ${child_id}`);
  check(new Set(places).size === places.length, 'a child has a place once');
  check(
    live.every(({ parent_id }) => parent_id !== erased.profile.id),
    'an erased family has no booking',
  );
  for (const pair of pairs)
    check(
      pair.length < 2 || pair.filter(Boolean).length === 1,
      'of two siblings at once one has the discount',
    );
  let discounts = 0;
  const payments: LedgerEntry[] = [];
  for (const family of families) {
    const { id } = family.profile;
    const ended = await listEndedCharges(table, id);
    const bookings = live.filter(({ parent_id }) => parent_id === id);
    discounts += [...bookings, ...ended].filter(({ discount }) => discount).length;
    const ids = [...bookings, ...ended].map((booking) => booking.id);
    check(new Set(ids).size === ids.length, 'a booking is live or ended, once');
    const ledger = await system.accountOf(family);
    if (!ledger) throw new Error('A family has a ledger, also after it is erased');
    check(
      isDeepStrictEqual(ledger.places, new Set(bookings.map(placeMark))),
      'the marks of a ledger are the live bookings',
    );
    const entries = await listLedgerEntries(table, id);
    payments.push(...effective(entries));
    const charges = chargesOf({ bookings, ended, entries }, timeZone);
    const recount = ledgerTotals(charges, entries);
    const { charged, credited, waived, received } = ledger;
    check(
      isDeepStrictEqual({ charged, credited, waived, received }, recount),
      'the sums of a ledger are those of a recount',
    );
    const plans = duePlans(charges, entries);
    for (let days = 0; days < daysAhead; days += 1) {
      const day = addDays(sampleToday, days);
      check(
        isDeepStrictEqual(dueOfLedger(ledger, day), dueBalance(balanceOf(recount), plans, day)),
        'what is due on any day is that of a recount',
      );
    }
    check(
      bookings.every((booking) => booking.credited <= booking.amount),
      'credits never exceed their charge',
    );
  }
  for (const { row, family } of file) {
    const times = payments.filter(
      ({ cause, amount }) => cause.type === 'row' && cause.row === row.id && amount === row.amount,
    ).length;
    // Of a family that is erased, a row may have no payment.
    check(times === 1 || (times === 0 && family === erased), 'a row of a file is one payment');
  }
  return { broken: [...broken], discounts };
};
