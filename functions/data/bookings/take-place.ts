import { type Refusal, sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import {
  type ChargeOptions,
  chargeUpdate,
  type HourCase,
  hasEnded,
  hourCaseOf,
  trialMark,
} from '../ledger/account-charges.ts';
import { type FamilyAccount, familyAccountRef } from '../ledger/family-account.ts';
import { haveNames, presentName } from '../ledger/renamed-children.ts';
import type { Table } from '../table.ts';
import { bookingFromItem, bookingPut, type StoredBooking } from './bookings.ts';
import { placeTake } from './place-take.ts';

export type TakePlaceOutcome =
  /** As stored: with the present name of its child. */
  | { readonly outcome: 'booked'; readonly booking: StoredBooking }
  /** The child has a place already, taken by this attempt or by another one. */
  | { readonly outcome: 'exists'; readonly existing: StoredBooking }
  /** The booking of this attempt ended: the attempt does not book again. */
  | { readonly outcome: 'ended' }
  /** The family is being deleted, or does not exist. */
  | { readonly outcome: 'no-account' }
  /** The child has had a trial in this class. */
  | { readonly outcome: 'trial-used' }
  /** The family has made as many bookings in this hour as it may. */
  | { readonly outcome: 'limited' }
  /** The slot's calendar is not the one that the family agreed to. */
  | { readonly outcome: 'calendar-changed' }
  | { readonly outcome: 'full' }
  | { readonly outcome: 'gone' }
  /** Contention on the slot or the account persisted. Nothing was stored. */
  | { readonly outcome: 'busy' };

interface TakePlaceOptions {
  /** The account as it was read; without it, it is taken for one that has made no booking in this hour. */
  readonly account?: FamilyAccount | undefined;
  /** The number of the family's live bookings, where it was counted. */
  readonly recounted?: number | undefined;
  readonly retryMs?: number;
}

const writesOf = (table: Table, booking: StoredBooking, count: ChargeOptions): Write[] => [
  bookingPut(table, booking),
  placeTake(table, booking),
  chargeUpdate(
    table,
    { ...booking, children: [booking], ...(booking.is_trial && { trial: trialMark(booking) }) },
    count,
  ),
];

/** The account counts another hour than was read, or the child has another name by now. */
interface AccountChanged {
  readonly outcome: 'account-changed';
  readonly account: FamilyAccount;
}

/**
 * In the order of BOK-53. The booking comes first: an attempt that took the last place itself finds its own booking and a
 * full slot.
 */
const readRefusals = (
  [booking, slot, refusedAccount]: readonly (Refusal | undefined)[],
  made: StoredBooking,
  hour: HourCase,
): TakePlaceOutcome | AccountChanged => {
  if (booking?.item) return { outcome: 'exists', existing: bookingFromItem(booking.item) };
  const { parent_id, created_at, calendar_version, idempotency_key } = made;
  if (refusedAccount) {
    const account = refusedAccount.item && familyAccountRef(parent_id).fromItem(refusedAccount.item);
    if (!account || account.closing) return { outcome: 'no-account' };
    if (hasEnded(account, idempotency_key)) return { outcome: 'ended' };
    if (hour !== hourCaseOf(account, created_at) || !haveNames(account, [made]))
      return { outcome: 'account-changed', account };
    if (made.is_trial && account.trials.has(trialMark(made))) return { outcome: 'trial-used' };
  }
  if (slot && (!slot.item || slot.item.closed)) return { outcome: 'gone' };
  if (slot?.item && slot.item.calendar_version !== calendar_version) return { outcome: 'calendar-changed' };
  return { outcome: refusedAccount ? 'limited' : 'full' };
};

/**
 * Takes one place, stores the booking and charges the family, in one transaction: counters and bookings always agree, a
 * slot never has more bookings than places, a family that is being deleted takes no booking, and a child that is renamed
 * meanwhile has its new name on the booking. The transaction is sent again where the account is not as it was read. Write
 * conflicts are retried with full jitter for `retryMs`.
 * @throws whatever DynamoDB throws for another reason
 */
export const takePlace = async (
  table: Table,
  asked: StoredBooking,
  { account, recounted, retryMs }: TakePlaceOptions = {},
): Promise<TakePlaceOutcome> => {
  const booking = { ...asked, child_name: presentName(account, asked) };
  const hour = hourCaseOf(account ?? { counted_hour: '' }, booking.created_at);
  const result = await sendTransaction(
    table,
    writesOf(table, booking, { hour, recounted, account }),
    retryMs,
  );
  if (result.outcome === 'done') return { outcome: 'booked', booking };
  if (result.outcome === 'busy') return result;
  const refusal = readRefusals(result.refusals, booking, hour);
  if (refusal.outcome !== 'account-changed') return refusal;
  return takePlace(table, booking, {
    account: refusal.account,
    recounted,
    ...(retryMs !== undefined && { retryMs }),
  });
};
