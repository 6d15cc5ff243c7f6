import * as z from 'zod/mini';
import type { Booking } from '#shared/booking/booking';
import { addDays } from '#shared/lib/calendar';
import { userIdSchema } from '#shared/lib/ids';
import { type CalendarDate, type Cents, calendarDateSchema, type Instant } from '#shared/lib/values';
import { sendCounted } from '../ledger/charges.ts';
import { entityAttribute, tableSchema, toEpochSeconds } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { dayLinkKey } from '../lib/dynamo/keys-of-classes.ts';
import { accountLinkKeys } from '../lib/dynamo/keys-of-people.ts';
import { getItem } from '../lib/dynamo/reads.ts';
import { putItem } from '../lib/dynamo/writes.ts';
import { newSecret } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';
import {
  type BookingKeyParts,
  bookedDateAttributes,
  bookingFromItem,
  bookingItem,
  bookingWithId,
  type StoredBooking,
} from './bookings.ts';

/** That a set of dates is as it was read; DynamoDB has no empty one. */
const datesAsRead = (name: 'credited_dates' | 'not_coming', dates: ReadonlySet<string> = new Set()) =>
  dates.size > 0
    ? { condition: `${name} = :${name}`, values: { [`:${name}`]: dates } }
    : { condition: `attribute_not_exists(${name})`, values: {} };

/**
 * Names a booking in a write, which is refused where its credits, its dates, its name or when its child does not come changed
 * since it was read. A credit of a live booking changes its credited dates with its sum.
 */
const bookingAsRead = (table: Table, booking: StoredBooking) => {
  const { ConditionExpression, ExpressionAttributeValues, ...named } = bookingWithId(table, booking);
  const credited = datesAsRead('credited_dates', booking.credited_dates);
  const absent = datesAsRead('not_coming', booking.not_coming);
  return {
    ...named,
    ConditionExpression: `${ConditionExpression} AND first_session = :first AND child_name = :name AND ${credited.condition} AND ${absent.condition}`,
    ExpressionAttributeValues: {
      ...ExpressionAttributeValues,
      ':first': booking.dates[0],
      ':name': booking.child_name,
      ...credited.values,
      ...absent.values,
    },
  };
};

/** The write that deletes a booking; refused where it changed since it was read. */
export const bookingDelete = (table: Table, booking: StoredBooking): Write => ({
  Delete: bookingAsRead(table, booking),
});

/** The write of a booking in the place of another one of the child; refused where that one changed since it was read. */
export const bookingReplace = (table: Table, replaced: StoredBooking, booking: StoredBooking): Write => {
  const { Key: _, ...asRead } = bookingAsRead(table, replaced);
  return { Put: { ...asRead, Item: bookingItem(booking) } };
};

/** Names the cancellation of one of a slot's sessions on its bookings. */
export const cancellationMark = (cancellation: {
  readonly date: CalendarDate;
  readonly calendar_version: number;
}): string => `${cancellation.date}#${cancellation.calendar_version}`;

/** The date of the session whose cancellation moved a trial; undefined for a booking that none has moved. */
export const movedFromDate = ({ moved_by }: Pick<StoredBooking, 'moved_by'>): CalendarDate | undefined =>
  moved_by === undefined ? undefined : calendarDateSchema.parse(moved_by.split('#')[0]);

/** The write that moves a trial to another session; refused where it is not on its date any more, or is gone. */
export const trialMove = (
  table: Table,
  booking: StoredBooking,
  { to, movedBy }: { readonly to: CalendarDate; readonly movedBy: string },
): Write => {
  const { ConditionExpression, ExpressionAttributeValues, ...named } = bookingWithId(table, booking);
  const { first_session, session_offsets } = bookedDateAttributes([to]);
  return {
    Update: {
      ...named,
      ConditionExpression: `${ConditionExpression} AND first_session = :from`,
      UpdateExpression: 'SET first_session = :to, session_offsets = :offsets, moved_by = :mark',
      ExpressionAttributeValues: {
        ...ExpressionAttributeValues,
        ':from': booking.dates[0],
        ':to': first_session,
        ':offsets': session_offsets,
        ':mark': movedBy,
      },
    },
  };
};

/** A credit of a live booking for one of its sessions. */
interface SessionCredit {
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

const dayLinkSchema = z.object({ parent_id: userIdSchema, date: calendarDateSchema });

/** Whose sessions of which day a link shows. */
export type DayLink = z.infer<typeof dayLinkSchema>;

/** How long a link is kept after its day: until then its page says that the day is over. */
const keptDays = 30;

/**
 * Makes a link to a family's sessions of a day and stores its hash.
 * @returns the secret of 256 random bits, which is stored nowhere
 */
export const createDayLink = async (table: Table, { parent_id, date }: DayLink): Promise<string> => {
  const secret = newSecret('reminder');
  await putItem(table, {
    TableName: table.name,
    Item: {
      ...dayLinkKey(secret),
      ...accountLinkKeys(parent_id, 'reminder'),
      [entityAttribute]: 'day-link',
      kind: 'reminder',
      parent_id,
      date,
      [tableSchema.timeToLiveAttribute]: toEpochSeconds(new Date(addDays(date, keptDays))),
    },
  });
  return secret;
};

/** What a link shows; undefined for a secret of none. One consistent read. */
export const findDayLink = (table: Table, secret: string): Promise<DayLink | undefined> =>
  getItem(table, { key: dayLinkKey(secret), fromItem: (item) => dayLinkSchema.parse(item) });

interface Answer {
  readonly date: CalendarDate;
  readonly isNotComing: boolean;
  readonly at: Instant;
}

/**
 * Notes on a live booking that its child does not come on a date, or comes after all (ABS-01), and counts it among the changes
 * of its family. Sent again it changes and counts nothing.
 * @returns `gone` where the booking has ended or moved; `limited` where the family may make no other change in this hour
 */
export const storeNotComing = async (
  table: Table,
  booking: BookingKeyParts & Pick<Booking, 'id'>,
  { date, isNotComing, at }: Answer,
): Promise<'done' | 'gone' | 'limited' | 'busy'> => {
  const { ConditionExpression, ExpressionAttributeValues, ...named } = bookingWithId(table, booking);
  const result = await sendCounted(table, { parent_id: booking.parent_id, at }, [
    {
      Update: {
        ...named,
        ConditionExpression: `${ConditionExpression} AND ${isNotComing ? 'NOT ' : ''}contains(not_coming, :date)`,
        UpdateExpression: `${isNotComing ? 'ADD' : 'DELETE'} not_coming :dates`,
        ExpressionAttributeValues: {
          ...ExpressionAttributeValues,
          ':date': date,
          ':dates': new Set([date]),
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
  ]);
  if (result.outcome === 'no-ledger') return 'gone';
  if (result.outcome !== 'refused') return result.outcome;
  const item = result.refusals[0]?.item;
  return item && bookingFromItem(item).id === booking.id ? 'done' : 'gone';
};
