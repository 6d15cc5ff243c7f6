import * as z from 'zod/mini';
import { addDays } from '#shared/lib/calendar';
import { familyIdSchema, type UserId, userIdSchema } from '#shared/lib/ids';
import { type CalendarDate, type Cents, calendarDateSchema, type Instant } from '#shared/lib/values';
import { sendAsOneChange } from '../ledger/changes.ts';
import { atMost, contains, deleteWrite, lacks, putWrite, type Tests } from '../lib/dynamo/expressions.ts';
import { entityAttribute, itemParser, keyOfItem, tableSchema, toEpochSeconds } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { dayLinkKey } from '../lib/dynamo/keys-of-classes.ts';
import { accountLinkKeys, accountLinksPartition } from '../lib/dynamo/keys-of-people.ts';
import { getItem, inPartition, queryAll } from '../lib/dynamo/reads.ts';
import { putItem, updateItem } from '../lib/dynamo/writes.ts';
import type { FamilyJoin } from '../lib/family-join.ts';
import { newSecret } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';
import {
  type BookingKey,
  bookedDateAttributes,
  bookingFromItem,
  bookingItem,
  bookingRef,
  bookingUpdate,
  type StoredBooking,
} from './bookings.ts';

// What must not have changed since a booking was read. A credit of a live booking changes its credited dates with its sum.
const unchangedBooking = ({ id, dates, child_name, credited_dates, not_coming }: StoredBooking): Tests => ({
  id,
  first_session: dates[0],
  child_name,
  credited_dates,
  not_coming,
});

export const bookingDelete = (table: Table, booking: StoredBooking): Write =>
  deleteWrite(table, bookingRef(booking).key, { if: unchangedBooking(booking) });

/** Replaces a booking of the child by another one. Refused where the replaced booking changed since it was read. */
export const bookingReplace = (table: Table, replaced: StoredBooking, booking: StoredBooking): Write =>
  putWrite(table, bookingItem(booking), { if: unchangedBooking(replaced) });

/** Names the cancellation of one of a slot's sessions on its bookings. */
export const cancellationKey = (cancellation: {
  readonly date: CalendarDate;
  readonly calendar_version: number;
}): string => `${cancellation.date}#${cancellation.calendar_version}`;

/** The date of the session whose cancellation moved a trial. */
export const movedFromDate = ({ moved_by }: Pick<StoredBooking, 'moved_by'>): CalendarDate | undefined =>
  moved_by === undefined ? undefined : calendarDateSchema.parse(moved_by.split('#')[0]);

/** Refused where the trial is not on its date any more, or is gone. */
export const trialMove = (
  table: Table,
  booking: StoredBooking,
  { to, movedBy }: { readonly to: CalendarDate; readonly movedBy: string },
): Write =>
  bookingUpdate(table, booking, {
    set: { ...bookedDateAttributes([to]), moved_by: movedBy },
    if: { first_session: booking.dates[0] },
  });

interface SessionCredit {
  readonly date: CalendarDate;
  readonly amount: Cents;
}

// The session of an upgraded trial is covered by the trial's charge, so its credit is none of the booking's own.
const ownAmount = ({ trial_session }: StoredBooking, { date, amount }: SessionCredit): number =>
  trial_session?.date === date ? 0 : amount;

/** Refused where the booking ended, the session was credited before, or all credits would exceed the amount (PAY-14). */
export const bookingCredit = (table: Table, booking: StoredBooking, credit: SessionCredit): Write => {
  const amount = ownAmount(booking, credit);
  return bookingUpdate(table, booking, {
    add: { credited: amount, credited_dates: new Set([credit.date]) },
    if: { credited: atMost(booking.amount - amount), credited_dates: lacks(credit.date) },
  });
};

/** Refused where the booking ended. */
export const bookingCreditBack = (table: Table, booking: StoredBooking, credit: SessionCredit): Write =>
  bookingUpdate(table, booking, {
    add: { credited: 0 - ownAmount(booking, credit) },
    take: { credited_dates: new Set([credit.date]) },
  });

export const dayLinkSchema = z.object({
  parent_id: familyIdSchema,
  date: calendarDateSchema,
  /** The account that got the link by email, and that acts by it. */
  account: userIdSchema,
});

/** A link to the sessions of a family on a day, valid while its account is a member of that family (FID-03). */
export type DayLink = z.infer<typeof dayLinkSchema>;

// Until then the page of the link says that the day is over.
const daysAfterSession = 30;

/** Stores the hash of a new link. @returns the secret of 256 random bits, which is stored nowhere */
export const createDayLink = async (table: Table, { parent_id, date, account }: DayLink): Promise<string> => {
  const secret = newSecret('reminder');
  await putItem(table, {
    ...dayLinkKey(secret),
    ...accountLinkKeys(account, 'reminder'),
    [entityAttribute]: 'day-link',
    kind: 'reminder',
    parent_id,
    date,
    account,
    [tableSchema.timeToLiveAttribute]: toEpochSeconds(new Date(addDays(date, daysAfterSession))),
  });
  return secret;
};

/** Lets the links of an account show the days of the joined family. A link so new that the index does not list it ends. */
export const joinDayLinks = async (
  table: Table,
  account: UserId,
  { from, to }: Pick<FamilyJoin, 'from' | 'to'>,
): Promise<void> => {
  const links = await queryAll(table, inPartition(accountLinksPartition(account)));
  for (const link of links.filter(({ parent_id }) => parent_id === from))
    await updateItem(table, keyOfItem(link), { set: { parent_id: to }, if: { parent_id: from } });
};

export const findDayLink = (table: Table, secret: string): Promise<DayLink | undefined> =>
  getItem(table, { key: dayLinkKey(secret), fromItem: itemParser(dayLinkSchema) });

export interface Answer {
  readonly date: CalendarDate;
  readonly isNotComing: boolean;
  readonly at: Instant;
  readonly by: UserId;
}

// An item of `not_coming_by`.
const notComingText = (date: CalendarDate, by: UserId): string => `${date}#${by}`;

/** Maps a date to the person who said that the child does not come. */
export const notComingBy = ({ not_coming_by = new Set() }: Pick<StoredBooking, 'not_coming_by'>) =>
  new Map(
    [...not_coming_by].map((mark) => {
      const [date, by] = mark.split('#');
      return [calendarDateSchema.parse(date), userIdSchema.parse(by)] as const;
    }),
  );

/**
 * Notes on a live booking that its child does not come on a date, or comes after all, and counts that among the family's
 * changes (ABS-01). A repetition changes and counts nothing.
 * @returns `gone` where the booking has ended or moved; `limited` where the family may make no other change in this hour
 */
export const storeNotComing = async (
  table: Table,
  booking: BookingKey & Pick<StoredBooking, 'id' | 'not_coming_by'>,
  answer: Answer,
): Promise<{ readonly outcome: 'done' | 'gone' | 'limited' | 'busy' }> => {
  const { date, isNotComing, at } = answer;
  const { not_coming_by } = booking;
  const by = isNotComing ? answer.by : notComingBy(booking).get(date);
  const change = {
    not_coming: new Set([date]),
    ...(by && { not_coming_by: new Set([notComingText(date, by)]) }),
  };
  const result = await sendAsOneChange(table, { parent_id: booking.parent_id, at }, [
    bookingUpdate(table, booking, {
      ...(isNotComing ? { add: change } : { take: change }),
      if: { not_coming: isNotComing ? lacks(date) : contains(date), not_coming_by },
      returnsStored: true,
    }),
  ]);
  if (result.outcome === 'no-ledger') return { outcome: 'gone' };
  if (result.outcome !== 'refused') return { outcome: result.outcome };
  const item = result.refusals[0]?.item;
  const stored = item && bookingFromItem(item);
  if (stored?.id !== booking.id) return { outcome: 'gone' };
  const isStored = stored.not_coming?.has(date) ?? false;
  return isStored === isNotComing ? { outcome: 'done' } : storeNotComing(table, stored, answer);
};
