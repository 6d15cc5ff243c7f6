import type { Charge } from '#shared/domain/account';
import { toCalendarDate } from '#shared/domain/calendar';
import { type SettledAccount, settleAccount } from '#shared/domain/charge-state';
import type { AccountEntry } from '#shared/schemas/account-entry';
import type { UserId } from '#shared/schemas/ids';
import { type Cents, centsSchema, type Instant, instantSchema } from '#shared/schemas/values';
import { listAccountEntries } from '../accounts/account-entries.ts';
import { listBookingsOfParent } from '../bookings/bookings.ts';
import { timeOfId } from '../ids.ts';
import type { Table } from '../table.ts';

type Bookings = Awaited<ReturnType<typeof listBookingsOfParent>>;

/** All that a family's account is counted from. */
export interface Ledger {
  readonly bookings: Bookings;
  /** Oldest first. */
  readonly entries: readonly AccountEntry[];
}

/** Reads a family's bookings and entries: one Query each, at once. */
export const readLedger = async (table: Table, userId: UserId): Promise<Ledger> => {
  const [bookings, entries] = await Promise.all([
    listBookingsOfParent(table, userId),
    listAccountEntries(table, userId),
  ]);
  return { bookings, entries };
};

const noCredit: Cents = centsSchema.parse(0);

/** What each booking of a family charges. */
export const chargesOf = ({ bookings }: Ledger, timeZone: string): Charge[] =>
  bookings.map(({ id, created_at, amount }) => ({
    booking_id: id,
    day: toCalendarDate(new Date(created_at), timeZone),
    amount,
    ending_credit: noCredit,
  }));

/** How far each charge is settled. */
export const settleLedger = (ledger: Ledger, timeZone: string): SettledAccount =>
  settleAccount(chargesOf(ledger, timeZone), ledger.entries);

/** Since when a family owes, as its account keeps it: where nothing is open, from its next charge on. */
export const openSinceOf = ({ charges }: SettledAccount, now: Date): Instant => {
  const oldest = charges.find(({ status }) => status === 'open');
  return instantSchema.parse((oldest ? timeOfId(oldest.booking_id) : now).toISOString());
};
