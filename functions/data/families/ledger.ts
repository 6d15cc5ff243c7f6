import type { Charge } from '#shared/domain/ledger/account';
import { type SettledAccount, settleAccount } from '#shared/domain/ledger/charge-state';
import { toCalendarDate } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { Booking } from '#shared/schemas/booking';
import type { UserId } from '#shared/schemas/ids';
import type { AccountEntry } from '#shared/schemas/ledger-entry';
import { type Cents, centsSchema, type Instant } from '#shared/schemas/values';
import { listBookingsOfParent } from '../bookings/bookings.ts';
import { type EndedCharge, listEndedCharges } from '../bookings/ended-charges.ts';
import { timeOfId } from '../ids.ts';
import { listAccountEntries } from '../ledger/account-entries.ts';
import type { Table } from '../table.ts';

/** All that a family's account is counted from. */
export interface Ledger {
  /** Without those that have ended. */
  readonly bookings: readonly Booking[];
  readonly ended: readonly EndedCharge[];
  /** Oldest first. */
  readonly entries: readonly AccountEntry[];
}

/**
 * Reads a family's bookings, ended bookings and entries: one Query each, at once. The index of live bookings may still have
 * one that has ended.
 */
export const readLedger = async (table: Table, userId: UserId): Promise<Ledger> => {
  const [bookings, ended, entries] = await Promise.all([
    listBookingsOfParent(table, userId),
    listEndedCharges(table, userId),
    listAccountEntries(table, userId),
  ]);
  const endedIds = new Set(ended.map(({ id }) => id));
  return { bookings: bookings.filter(({ id }) => !endedIds.has(id)), ended, entries };
};

const noCredit: Cents = centsSchema.parse(0);

/** What each booking of a family charges. */
export const chargesOf = ({ bookings, ended }: Ledger, timeZone: string): Charge[] => {
  const toCharge = (
    { id, created_at, amount }: Pick<Booking, 'id' | 'created_at' | 'amount'>,
    credit: Cents,
  ) => ({
    booking_id: id,
    day: toCalendarDate(new Date(created_at), timeZone),
    amount,
    ending_credit: credit,
  });
  return [
    ...bookings.map((booking) => toCharge(booking, noCredit)),
    ...ended.map((record) => toCharge(record, record.ended.credit)),
  ];
};

/** How far each charge is settled. */
export const settleLedger = (ledger: Ledger, timeZone: string): SettledAccount =>
  settleAccount(chargesOf(ledger, timeZone), ledger.entries);

/** Since when a family owes, as its account keeps it: where nothing is open, from its next charge on. */
export const openSinceOf = ({ charges }: SettledAccount, now: Date): Instant => {
  const oldest = charges.find(({ status }) => status === 'open');
  return instantOf(oldest ? timeOfId(oldest.booking_id) : now);
};
