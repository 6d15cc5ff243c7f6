import type { Charge } from '#shared/domain/ledger/balance';
import { type SettledCharges, settleCharges } from '#shared/domain/ledger/charge-state';
import { type BusinessDay, toCalendarDate } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { Booking } from '#shared/schemas/booking';
import type { UserId } from '#shared/schemas/ids';
import type { LedgerEntry } from '#shared/schemas/ledger-entry';
import { type CalendarDate, type Cents, centsSchema, type Instant } from '#shared/schemas/values';
import { listBookingsOfParent } from '../bookings/bookings.ts';
import { type EndedCharge, listEndedCharges } from '../bookings/ended-charges.ts';
import { chunk } from '../dynamo/chunk.ts';
import { timeOfId } from '../ids.ts';
import { listLedgerEntries } from '../ledger/entries.ts';
import type { Table } from '../table.ts';

/** All that a family's ledger is counted from. */
export interface FullLedger {
  /** Without those that have ended. */
  readonly bookings: readonly Booking[];
  readonly ended: readonly EndedCharge[];
  /** Oldest first. */
  readonly entries: readonly LedgerEntry[];
}

/**
 * Reads a family's bookings, ended bookings and entries: one Query each, at once. The index of live bookings may still have
 * one that has ended.
 */
export const readFullLedger = async (table: Table, userId: UserId): Promise<FullLedger> => {
  const [bookings, ended, entries] = await Promise.all([
    listBookingsOfParent(table, userId),
    listEndedCharges(table, userId),
    listLedgerEntries(table, userId),
  ]);
  const endedIds = new Set(ended.map(({ id }) => id));
  return { bookings: bookings.filter(({ id }) => !endedIds.has(id)), ended, entries };
};

/** Families whose ledgers are read at the same time. */
const familiesAtOnce = 10;

/** The ledgers of several families, in their order: three Queries for each. */
export const readFullLedgers = async (table: Table, userIds: readonly UserId[]): Promise<FullLedger[]> => {
  const read: FullLedger[] = [];
  for (const part of chunk(userIds, familiesAtOnce))
    read.push(...(await Promise.all(part.map((id) => readFullLedger(table, id)))));
  return read;
};

const noCredit: Cents = centsSchema.parse(0);

/** What each booking of a family charges. */
export const chargesOf = ({ bookings, ended }: FullLedger, timeZone: string): Charge[] => {
  const toCharge = (
    { id, created_at, amount, due_dates }: Pick<Booking, 'id' | 'created_at' | 'amount' | 'due_dates'>,
    credit: Cents,
  ) => ({
    booking_id: id,
    day: toCalendarDate(new Date(created_at), timeZone),
    amount,
    ...(due_dates && { due_dates }),
    ending_credit: credit,
  });
  return [
    ...bookings.map((booking) => toCharge(booking, noCredit)),
    ...ended.map((record) => toCharge(record, record.ended.credit)),
  ];
};

/** How far each charge is settled. */
export const settleLedger = (ledger: FullLedger, { today, timeZone }: BusinessDay): SettledCharges =>
  settleCharges(chargesOf(ledger, timeZone), ledger.entries, today);

/** Since when a family owes, as its ledger keeps it: where nothing is open, from its next charge on. */
export const openSinceOf = ({ firstOpen }: SettledCharges, now: Date): Instant | CalendarDate => {
  if (firstOpen?.due_dates) return firstOpen.date;
  return instantOf(firstOpen ? timeOfId(firstOpen.booking_id) : now);
};
