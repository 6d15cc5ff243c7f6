import { endableBooking } from '#shared/domain/bookings/endable-booking';
import { type EndableBooking, sessionsLeftValue } from '#shared/domain/bookings/endings';
import { isMovable, type MoveTerms, moveTerms } from '#shared/domain/bookings/move-terms';
import type { DiscountOn } from '#shared/domain/pricing/discounts';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { MoveOrder } from '#shared/schemas/booking-change';
import type { BookingEnd } from '#shared/schemas/ended-booking';
import type { IdempotencyKey, UserId } from '#shared/schemas/ids';
import type { StoredBooking } from '../../data/bookings/bookings.ts';
import type { BookingToFind } from '../../data/endings/end-booking.ts';
import type { FamilyLedger } from '../../data/ledger/family-ledger.ts';
import type { MoveParts, StoredPlace } from '../../data/moves/move-parts.ts';
import { problem } from '../http/problem-error.ts';

/** A request to move a booking. */
export interface MoveRequest {
  readonly booking: BookingToFind;
  readonly order: MoveOrder;
  readonly attempt: IdempotencyKey;
  readonly by: Extract<BookingEnd['by'], 'parent' | 'admin'>;
  /** The administrator, if one moves it. */
  readonly made_by?: UserId;
  /** Whether the family is told by email. */
  readonly tell: boolean;
}

/** A request with the stored items that it is about. */
export interface Move extends MoveRequest {
  readonly live: StoredBooking;
  readonly from: StoredPlace;
  readonly to: StoredPlace;
  readonly ledger: FamilyLedger;
  readonly endable: EndableBooking;
  readonly moment: BusinessMoment;
}

/**
 * Joins a request with the items that were read for it.
 * @throws ProblemError bookingNotFound, alreadyBooked, profileNotFound, slotNotFound
 */
export const toMove = (request: MoveRequest, parts: MoveParts, moment: BusinessMoment): Move => {
  const { booking: live, from, to, there, ledger } = parts;
  if (!live || !from) throw problem('bookingNotFound');
  if (there) throw problem('alreadyBooked', { child: live.child_name });
  if (!ledger || ledger.closing) throw problem('profileNotFound');
  if (!to) throw problem('slotNotFound');
  const endable = endableBooking({ ...from, booking: live }, moment.timeZone);
  return { ...request, live, from, to, ledger, endable, moment };
};

/**
 * The terms of a move. They are refused unless they equal those that the request was shown.
 * @throws ProblemError classEnded, trialNotMovable, programEnded, priceChanged, trialDateChanged, calendarChanged
 */
export const agreeMove = (
  { live, from, to, order, endable, moment }: Move,
  discountOn: DiscountOn,
): MoveTerms => {
  if (!isMovable(live, from, moment)) throw problem(live.is_trial ? 'trialNotMovable' : 'classEnded');
  if (live.is_trial && from.cls.id !== to.cls.id) throw problem('trialNotMovable');
  const sessions_left = sessionsLeftValue(endable, instantOf(moment.now));
  const terms = moveTerms({ ...live, sessions_left }, from, to, moment, discountOn);
  if (!terms) throw problem('programEnded');
  const { quote } = terms;
  if (order.credit !== quote.credit || order.charge !== quote.charge) throw problem('priceChanged');
  if (live.is_trial && order.trial_date !== terms.trial_date) throw problem('trialDateChanged');
  if (order.calendar_version !== terms.calendar_version) throw problem('calendarChanged');
  return terms;
};
