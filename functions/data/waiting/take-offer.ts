import { instantOf } from '#shared/domain/time/instant-of';
import { limits } from '#shared/limits';
import type { IdempotencyKey } from '#shared/schemas/ids';
import { type CalendarDate, centsSchema, type Instant } from '#shared/schemas/values';
import type { OfferEnd } from '#shared/schemas/waiting';
import { bookingFromItem, bookingPut, type StoredBooking } from '../bookings/bookings.ts';
import { findChildWithTrial } from '../bookings/held-trials.ts';
import { storedSlotFromItem } from '../classes/classes.ts';
import { type Refusal, sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import { childIsStored } from '../families/children.ts';
import { newBookingId } from '../ids.ts';
import { chargeUpdate, type HourCase, hourCaseOf } from '../ledger/account-charges.ts';
import { type FamilyAccount, familyAccountRef } from '../ledger/family-account.ts';
import { haveNames, presentName } from '../ledger/renamed-children.ts';
import type { Table } from '../table.ts';
import { endOf } from './end-offer.ts';
import { slotListUpdate } from './slot-update.ts';
import { offerEndUpdate, offerFromItem, type StoredOffer } from './stored-offer.ts';
import { entryDeletes } from './waiting-entries.ts';

/** What the family agrees to by taking an offer. */
/** An attempt to take an offer. */
export interface Taking {
  readonly attempt: IdempotencyKey;
  readonly now: Date;
  /** The sessions of each place, by the calendar of this version. */
  readonly dates: readonly CalendarDate[];
  readonly calendarVersion: number;
}

export type TakeOfferOutcome =
  /** By this request, or by an earlier one of the same attempt. */
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'ended'; readonly state: OfferEnd }
  /** A child has a place in the slot already. */
  | { readonly outcome: 'already-booked'; readonly existing: StoredBooking }
  /** A child has a trial in the class whose place can be kept. The offer stays (TRI-02). */
  | { readonly outcome: 'trial-held'; readonly child_name: string }
  /** The family may hold too many live bookings: they are to be counted. The offer stays (BOK-52). */
  | { readonly outcome: 'live-limit'; readonly account: FamilyAccount }
  /** A child was removed from the family. */
  | { readonly outcome: 'no-child' }
  | { readonly outcome: 'no-account' | 'limited' | 'calendar-changed' | 'gone' | 'busy' };

const bookingsOf = (
  offer: StoredOffer,
  { attempt, now, dates, calendarVersion }: Taking,
  account: FamilyAccount | undefined,
): StoredBooking[] =>
  offer.child_ids.flatMap((child_id, index) => {
    const child = offer.children[index];
    if (!child) return [];
    return {
      id: newBookingId(now),
      parent_id: offer.parent_id,
      class_id: offer.class_id,
      time_slot_id: offer.time_slot_id,
      child_id,
      child_name: presentName(account, { child_id, child_name: child.name }),
      child_age: child.age,
      is_trial: false,
      trial_date: null,
      dates: [...dates],
      amount: offer.price,
      calendar_version: calendarVersion,
      created_at: instantOf(now),
      idempotency_key: attempt,
      credited: centsSchema.parse(0),
      credited_dates: new Set(),
    };
  });

interface Counted {
  /** The account as read; without it, it is taken for one that has made no booking yet. */
  readonly account?: FamilyAccount | undefined;
  /** The number of the family's live bookings, where they were counted. */
  readonly recounted?: number;
}

interface Charge extends Counted {
  readonly at: Instant;
  readonly bookings: readonly StoredBooking[];
  readonly hour: HourCase;
}

const writesOf = (
  table: Table,
  offer: StoredOffer,
  taking: Taking,
  { at, bookings, hour, account, recounted }: Charge,
): Write[] => {
  const places = bookings.length;
  const amount = centsSchema.parse(offer.price * places);
  return [
    offerEndUpdate(table, offer, { state: 'taken', at, attempt: taking.attempt }),
    slotListUpdate(table, offer, {
      add: { held: -places, revenue: amount },
      condition: 'attribute_not_exists(closed) AND calendar_version = :calendar',
      values: { ':calendar': taking.calendarVersion },
    }),
    chargeUpdate(
      table,
      {
        parent_id: offer.parent_id,
        amount,
        created_at: at,
        children: bookings,
        idempotency_key: taking.attempt,
      },
      { hour, account, recounted, limitsLive: recounted === undefined, onlyFirst: account === undefined },
    ),
    ...bookings.map((booking) => bookingPut(table, booking)),
    ...offer.child_ids.map((child) => childIsStored(table, offer.parent_id, child)),
    ...entryDeletes(table, { ...offer, id: offer.entry_id, offer_id: offer.id }),
  ];
};

/** The account was not read, counts another hour than it did, or names a child otherwise than its booking does. */
interface AccountChanged {
  readonly outcome: 'account-changed';
  readonly account: FamilyAccount;
}

const readRefusals = (
  [refusedOffer, slot, refusedAccount, ...others]: readonly (Refusal | undefined)[],
  offer: StoredOffer,
  attempt: IdempotencyKey,
  { at, bookings, hour, account: known, recounted }: Charge,
): TakeOfferOutcome | AccountChanged => {
  if (refusedOffer?.item) {
    const isOwn = offerFromItem(refusedOffer.item).taken_by === attempt;
    return isOwn ? { outcome: 'taken' } : { outcome: 'ended', state: endOf(refusedOffer.item) };
  }
  const existing = others.slice(0, bookings.length).find((refusal) => refusal?.item)?.item;
  if (existing) return { outcome: 'already-booked', existing: bookingFromItem(existing) };
  if (refusedAccount) {
    const account = refusedAccount.item && familyAccountRef(offer.parent_id).fromItem(refusedAccount.item);
    if (!account || account.closing) return { outcome: 'no-account' };
    if (!known || hour !== hourCaseOf(account, at) || !haveNames(account, bookings))
      return { outcome: 'account-changed', account };
    const { live_bookings_at_most: live } = account;
    if (recounted === undefined && live + bookings.length > limits.liveBookings)
      return { outcome: 'live-limit', account };
  }
  if (others.slice(bookings.length, 2 * bookings.length).some((refusal) => refusal))
    return { outcome: 'no-child' };
  if (slot?.item && !storedSlotFromItem(slot.item).closed) return { outcome: 'calendar-changed' };
  return { outcome: refusedAccount ? 'limited' : 'gone' };
};

/**
 * The child's name where a trial in the class is held and the offer is open. Only an account that was charged has trials, and
 * without such an account the transaction is refused.
 */
const nameWithTrial = async (
  table: Table,
  offer: StoredOffer,
  bookings: readonly StoredBooking[],
  account: FamilyAccount | undefined,
): Promise<string | undefined> => {
  if (offer.state !== 'open' || !account) return undefined;
  const child = await findChildWithTrial(table, offer, offer.child_ids, account);
  return bookings.find(({ child_id }) => child_id === child)?.child_name;
};

/**
 * Turns an offer into bookings of all its children, in one transaction: the counter of the slot does not move (WAI-08). The
 * transaction is sent again with the account where it refused without it or the account has changed. One Query before it
 * where a child has had a trial in the class.
 * @param counted.recounted allows the bookings, whatever the account's upper bound of live ones is
 */
export const takeOffer = async (
  table: Table,
  offer: StoredOffer,
  taking: Taking,
  counted: Counted = {},
): Promise<TakeOfferOutcome> => {
  const at = instantOf(taking.now);
  const hour = hourCaseOf(counted.account ?? { counted_hour: '' }, at);
  const charge = { ...counted, at, hour, bookings: bookingsOf(offer, taking, counted.account) };
  const child_name = await nameWithTrial(table, offer, charge.bookings, counted.account);
  if (child_name !== undefined) return { outcome: 'trial-held', child_name };
  const result = await sendTransaction(table, writesOf(table, offer, taking, charge));
  if (result.outcome === 'done') return { outcome: 'taken' };
  if (result.outcome === 'busy') return result;
  const refusal = readRefusals(result.refusals, offer, taking.attempt, charge);
  if (refusal.outcome !== 'account-changed') return refusal;
  return takeOffer(table, offer, taking, { ...counted, account: refusal.account });
};
