import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { CalendarX2, WifiOff } from 'lucide-react';
import { type FormEvent, useId } from 'react';
import { shownProblems } from '#shared/contract/shown-problems';
import { bookingTerms } from '#shared/domain/bookings/booking-terms';
import { dueDates } from '#shared/domain/ledger/due-dates';
import { discountFor, noDiscount } from '#shared/domain/pricing/discounts';
import { timesIn } from '#shared/domain/sessions/overlaps';
import { formatLongDate } from '#shared/domain/text/format';
import type { BookableSlot } from '#shared/schemas/bookable-slot';
import { bookSlotSchema } from '#shared/schemas/booking-input';
import type { TimeSlot } from '#shared/schemas/slot';
import { BookedDates } from '../../components/booked-dates.tsx';
import { DueDates } from '../../components/due-dates.tsx';
import { Notice } from '../../components/notice.tsx';
import { ConnectionError } from '../../lib/api/api-error.ts';
import { useBusinessNow } from '../../lib/time/today.ts';
import { showToast } from '../../lib/toasts/toasts.ts';
import { BookingTotal } from './booking-total.tsx';
import { BookingTypeChoice } from './booking-type-choice.tsx';
import { CancellationTerms } from './cancellation-terms.tsx';
import { ChildChoice } from './child-choice.tsx';
import { OverlapNotices, overlapOf } from './overlap-notices.tsx';
import { TrialNotice } from './trial-notice.tsx';
import type { SlotBookingAttempt } from './use-book-slot.ts';
import { useBookingDraft } from './use-booking-draft.ts';

interface BookingFormProps {
  readonly offer: BookableSlot;
  readonly slot: TimeSlot;
  readonly booking: SlotBookingAttempt;
}

/** The booking form: booking type, child, total, confirm. */
export const BookingForm = ({ offer, slot, booking }: BookingFormProps) => {
  const { class: cls } = offer;
  const formId = useId();
  const [{ isTrial, childId: chosenId }, setDraft] = useBookingDraft(slot.id);
  // A child that was removed meanwhile is no longer a choice (BOK-22).
  const childId = offer.children.some(({ id }) => id === chosenId) ? chosenId : '';
  const moment = useBusinessNow();
  const { today } = moment;
  // Null when no session is left to come, for a trial and a full programme alike.
  const discountOn = discountFor({ cls, child_id: childId, day: today }, offer.discounts);
  const terms = bookingTerms(cls, slot, isTrial, moment, childId ? discountOn : noDiscount);
  const [firstSession] = terms?.dates ?? [];
  const due_dates = terms ? dueDates(offer.due_rule, { ...terms, today, isTrial }) : undefined;
  // After an unanswered try, the stored trial may be the one of that try: only a retry tells (BOK-49).
  const mayBeThisTrial = booking.isPending || booking.isUnanswered;
  const trial = mayBeThisTrial ? undefined : offer.trials.find(({ child_id }) => child_id === childId);
  const child = offer.children.find(({ id }) => id === childId);
  const sessions = terms ? timesIn(slot, terms.dates) : [];
  const isTrialInTheWay = isTrial ? trial !== undefined : Boolean(trial?.held);

  const hasOverlap = overlapOf(offer, childId, sessions) !== undefined;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const choice = bookSlotSchema.safeParse({
      class_id: cls.id,
      time_slot_id: slot.id,
      child_id: childId,
      is_trial: isTrial,
      amount: terms?.amount,
      due_dates,
      trial_date: terms?.trial_date,
      calendar_version: terms?.calendar_version,
      other_places: offer.family_sessions
        .filter(({ child_id }) => child_id === childId)
        .map(({ class_id, time_slot_id }) => ({ class_id, time_slot_id })),
    });
    if (choice.success) booking.submit(choice.data);
    else showToast({ type: 'error', title: 'Error', description: choice.error.issues[0]?.message ?? '' });
  };

  return (
    <>
      <form id={formId} onSubmit={submit} noValidate>
        <Stack gap={{ base: '3', md: '6' }}>
          {!terms && (
            <Notice tone="danger" icon={CalendarX2}>
              {shownProblems.programEnded.text}
            </Notice>
          )}
          <BookingTypeChoice
            cls={cls}
            slot={slot}
            moment={moment}
            isTrial={isTrial}
            onChange={(isTrial) => setDraft({ isTrial })}
          />
          <ChildChoice
            offer={offer}
            today={today}
            firstSession={firstSession}
            chosen={childId}
            onChange={(childId) => setDraft({ childId })}
          />
          {child && trial && <TrialNotice child={child} isTrial={isTrial} held={trial.held} />}
          {child && (
            <Stack gap="3" aria-live="polite" _empty={{ display: 'none' }}>
              <OverlapNotices offer={offer} child={child} sessions={sessions} />
            </Stack>
          )}
          {firstSession && <Text fontWeight="semibold">First session: {formatLongDate(firstSession)}</Text>}
          {terms && <BookedDates dates={terms.dates} />}
          {terms && <DueDates bookings={[{ amount: terms.amount, due_dates }]} maxWidth="20rem" />}
          <Text color="fg.muted">Payment information is collected separately.</Text>
          <CancellationTerms isTrial={isTrial} />
        </Stack>
      </form>
      <BookingTotal
        formId={formId}
        amount={terms?.amount ?? null}
        discount={terms?.discount}
        isSubmitting={booking.isPending}
        isBlocked={childId === '' || !terms || isTrialInTheWay || hasOverlap}
      >
        {booking.error instanceof ConnectionError && (
          <Notice tone="warning" icon={WifiOff} role="alert">
            The connection was lost before an answer came. Press Confirm Booking again: the place is never
            booked twice.
          </Notice>
        )}
      </BookingTotal>
    </>
  );
};
