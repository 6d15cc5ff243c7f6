import type { CalendarDate, Cents } from '#shared/schemas/values';
import type { Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../table.ts';
import { bookingWithId, type StoredBooking } from './bookings.ts';

/** A credit of a live booking for one of its sessions. */
export interface SessionCredit {
  readonly date: CalendarDate;
  readonly amount: Cents;
}

/** What of a credit counts for the booking's own charge: that of a kept trial covers its session. */
const ownAmount = ({ trial_session }: StoredBooking, { date, amount }: SessionCredit): number =>
  trial_session?.date === date ? 0 : amount;

/**
 * The write that notes on a live booking what it is credited for a session. Refused where the booking ended, the
 * session was credited already, or all its credits would exceed its amount (PAY-14).
 */
export const bookingCredit = (table: Table, booking: StoredBooking, credit: SessionCredit): Write => {
  const { date } = credit;
  const amount = ownAmount(booking, credit);
  const { ConditionExpression, ExpressionAttributeValues, ...named } = bookingWithId(table, booking);
  return {
    Update: {
      ...named,
      ConditionExpression: `${ConditionExpression} AND credited <= :most AND NOT contains(credited_dates, :date)`,
      UpdateExpression: 'ADD credited :amount, credited_dates :dates',
      ExpressionAttributeValues: {
        ...ExpressionAttributeValues,
        ':most': booking.amount - amount,
        ':amount': amount,
        ':date': date,
        ':dates': new Set([date]),
      },
    },
  };
};

/** The write that takes such a credit back; refused where the booking ended. */
export const bookingCreditBack = (table: Table, booking: StoredBooking, credit: SessionCredit): Write => {
  const { date } = credit;
  const { ExpressionAttributeValues, ...named } = bookingWithId(table, booking);
  return {
    Update: {
      ...named,
      UpdateExpression: 'ADD credited :amount DELETE credited_dates :dates',
      ExpressionAttributeValues: {
        ...ExpressionAttributeValues,
        ':amount': 0 - ownAmount(booking, credit),
        ':dates': new Set([date]),
      },
    },
  };
};
