import { freeUntil } from '#shared/domain/bookings/cancellation-terms';
import type { MoveTerms } from '#shared/domain/bookings/move-terms';
import { instantOf } from '#shared/domain/time/instant-of';
import { centsSchema } from '#shared/schemas/values';
import type { StoredBooking } from '../../data/bookings/bookings.ts';
import { endedBooking, type StoredEndedBooking } from '../../data/bookings/ended-bookings.ts';
import { lastMoveSchema } from '../../data/bookings/last-move.ts';
import { newBookingId } from '../../data/ids.ts';
import type { Move } from './agree-move.ts';

const timesOf = ({ from: { slot } }: Move) => ({ start_time: slot.start_time, end_time: slot.end_time });

const nowOf = ({ moment }: Move) => instantOf(moment.now);

/** What a booking keeps of a move: the old place, for the email, and the terms of its end (END-05). */
const traceOf = (move: Move, { quote }: MoveTerms): Pick<StoredBooking, 'kept_until' | 'last_move'> => ({
  kept_until: freeUntil(move.endable.terms),
  last_move: lastMoveSchema.parse({
    attempt: move.attempt,
    at: nowOf(move),
    tell: move.tell,
    from: { ...move.from.cls, ...timesOf(move), trial_date: move.live.trial_date },
    credit: move.from.cls.id === move.to.cls.id ? null : quote.credit,
  }),
});

/** The same booking in another slot of its class (MOV-03). */
export const movedWithinClass = (move: Move, terms: MoveTerms): StoredBooking => {
  // What a change by the school allows is in `kept_until` from now on.
  const { moved_by: _, ...booking } = move.live;
  return {
    ...booking,
    time_slot_id: move.to.slot.id,
    dates: [...terms.dates],
    trial_date: terms.trial_date,
    ...(terms.trial_session && { trial_session: terms.trial_session }),
    calendar_version: terms.calendar_version,
    sequence_base: (booking.sequence_base ?? 0) + move.from.slot.calendar_version + 1,
    ...(terms.earlier_slots && { earlier_slots: { ...terms.earlier_slots } }),
    ...traceOf(move, terms),
  };
};

/** The booking of another class, which follows the one that ends (MOV-03). */
export const movedToClass = (move: Move, terms: MoveTerms): StoredBooking => {
  const { parent_id, child_id, child_name, child_age, id } = move.live;
  return {
    id: newBookingId(move.moment.now),
    ...{ parent_id, child_id, child_name, child_age },
    class_id: move.to.cls.id,
    time_slot_id: move.to.slot.id,
    is_trial: false,
    trial_date: null,
    dates: [...terms.dates],
    amount: terms.quote.charge,
    ...(terms.due_dates && { due_dates: [...terms.due_dates] }),
    ...(terms.discount && { discount: terms.discount }),
    calendar_version: terms.calendar_version,
    created_at: nowOf(move),
    idempotency_key: move.attempt,
    credited: centsSchema.parse(0),
    credited_dates: new Set(),
    moved_from: id,
    ...traceOf(move, terms),
  };
};

/** The record of the booking that ends. The email about the new booking names both. */
export const movedRecord = (move: Move, { quote }: MoveTerms, next: StoredBooking): StoredEndedBooking =>
  endedBooking(
    move.live,
    { ...move.from.cls, ...timesOf(move) },
    {
      ended: {
        reason: 'moved',
        at: nowOf(move),
        by: move.by,
        credit: quote.credit,
        suggested: centsSchema.parse(0),
      },
      tell: false,
      ...(move.made_by && { made_by: move.made_by }),
      moved_to: next.id,
    },
  );
