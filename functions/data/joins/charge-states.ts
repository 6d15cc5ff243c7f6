import { balanceOf } from '#shared/domain/ledger/balance';
import { dueParts } from '#shared/domain/ledger/due-dates';
import type { BusinessDay } from '#shared/domain/time/business-time';
import type { Booking } from '#shared/schemas/booking';
import type { BookingId, UserId } from '#shared/schemas/ids';
import type { PaymentState } from '#shared/schemas/payment-state';
import { type CalendarDate, centsSchema } from '#shared/schemas/values';
import { type FamilyLedger, readLedgers } from '../ledger/family-ledger.ts';
import type { Table } from '../table.ts';
import { readFullLedgers, settleLedger } from './full-ledger.ts';

type Charged = Pick<Booking, 'id' | 'parent_id' | 'amount' | 'due_dates'>;

const paid: PaymentState = { status: 'paid', rest: centsSchema.parse(0) };

/** The state of a charge of which nothing is settled. */
const openOn =
  (today: CalendarDate) =>
  ({ amount, due_dates }: Charged): PaymentState => {
    if (amount === 0) return paid;
    const parts = due_dates ? dueParts({ day: today, amount, due_dates }) : [];
    const later = parts.filter(({ date }) => date > today);
    const isOpen = later.length === 0 || later.length < parts.length;
    return { status: isOpen ? 'open' : 'later', rest: amount, ...(later.length > 0 && { later }) };
  };

/** The state that all charges of a family have, where its sums alone say it; undefined where its entries do. */
const commonState = (
  ledger: FamilyLedger | undefined,
  open: (booking: Charged) => PaymentState,
): ((booking: Charged) => PaymentState) | undefined => {
  if (!ledger) return open;
  const { credited, waived, received } = ledger;
  if (credited !== 0 || waived !== 0) return undefined;
  if (received === 0) return open;
  return balanceOf(ledger) <= 0 ? () => paid : undefined;
};

/**
 * How far the charges of bookings are settled (PAY-10). One BatchGetItem per 100 families, and two Queries for each one
 * that has paid a part or was credited.
 */
export const readChargeStates = async (
  table: Table,
  bookings: readonly Charged[],
  moment: BusinessDay,
): Promise<(booking: Charged) => PaymentState> => {
  const open = openOn(moment.today);
  const families: UserId[] = [...new Set(bookings.map(({ parent_id }) => parent_id))];
  const accountOf = await readLedgers(table, families);
  const common = new Map(families.map((id) => [id, commonState(accountOf(id), open)]));
  const settled = new Map<BookingId, PaymentState>();
  const ledgers = await readFullLedgers(
    table,
    families.filter((id) => !common.get(id)),
  );
  for (const { booking_id, status, rest, later } of ledgers.flatMap(
    (ledger) => settleLedger(ledger, moment).charges,
  ))
    settled.set(booking_id, { status, rest, ...(later && { later: [...later] }) });
  // A booking that the index does not have yet is open.
  return (booking) => common.get(booking.parent_id)?.(booking) ?? settled.get(booking.id) ?? open(booking);
};
