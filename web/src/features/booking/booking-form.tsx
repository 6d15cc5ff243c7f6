import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { CalendarX2, UsersRound, UserX, WifiOff } from 'lucide-react';
import { type FormEvent, useId } from 'react';
import { Link } from 'react-router-dom';
import { shownProblems } from '#shared/contract/shown-problems';
import { placesLeft } from '#shared/domain/classes/capacity';
import { formatCents, totalOf } from '#shared/domain/pricing/money';
import { timesIn } from '#shared/domain/sessions/overlaps';
import { counted } from '#shared/domain/text/counted';
import { formatLongDate } from '#shared/domain/text/format';
import { listed } from '#shared/domain/text/listed';
import { paths } from '#shared/paths';
import type { BookableSlot } from '#shared/schemas/bookable-slot';
import { bookSlotSchema } from '#shared/schemas/booking-input';
import type { Child } from '#shared/schemas/child';
import type { TimeSlot } from '#shared/schemas/slot';
import { BookedDates } from '../../components/booked-dates.tsx';
import { Button } from '../../components/button.tsx';
import { DueDates } from '../../components/due-dates.tsx';
import { Notice } from '../../components/notice.tsx';
import { ConnectionError } from '../../lib/api/api-error.ts';
import { useBusinessNow } from '../../lib/time/today.ts';
import { showToast } from '../../lib/toasts/toasts.ts';
import { BookingTotal } from './booking-total.tsx';
import { BookingTypeChoice } from './booking-type-choice.tsx';
import { CancellationTerms } from './cancellation-terms.tsx';
import { ChildChoice } from './child-choice.tsx';
import { ChildNotes } from './child-notes.tsx';
import { overlapOf } from './overlap-notices.tsx';
import { askedPlace, type PlaceToBook, placesToBook, termsOf } from './places-to-book.ts';
import { PriceOfEach, SiblingChoice } from './sibling-choice.tsx';
import type { SlotBookingAttempt } from './use-book-slot.ts';
import { useBookingDraft } from './use-booking-draft.ts';

interface BookingFormProps {
  readonly bookable: BookableSlot;
  readonly slot: TimeSlot;
  readonly booking: SlotBookingAttempt;
}

/** The booking form: booking type, child with siblings, total, confirm. */
export const BookingForm = ({ bookable, slot, booking }: BookingFormProps) => {
  const { class: cls, children, booked_child_ids } = bookable;
  const formId = useId();
  const [{ isTrial, childId, siblingIds }, setDraft] = useBookingDraft(slot.id);
  const moment = useBusinessNow();
  const { today } = moment;
  const press = { slot, isTrial, moment };
  // After an unanswered try, what is stored may be of that try: only a retry tells (BOK-49).
  const mayBeThis = booking.isPending || booking.isUnanswered;
  // A child that was removed meanwhile is no longer a choice (BOK-22).
  const child = children.find(({ id }) => id === childId);
  const options = children.filter(
    ({ id }) => id !== childId && (mayBeThis || !booked_child_ids.includes(id)),
  );
  const siblings = isTrial ? [] : options.filter(({ id }) => siblingIds.includes(id));
  const places = child ? placesToBook(bookable, press, [child, ...siblings]) : [];
  const [first] = places;
  // Null when no session is left to come, for a trial and a full programme alike.
  const { terms, due_dates } = first ?? termsOf(bookable, press);
  const [firstSession] = terms?.dates ?? [];
  const charges = (first ? places : [{ terms, due_dates }]).flatMap((place) =>
    place.terms ? [{ amount: place.terms.amount, due_dates: place.due_dates }] : [],
  );

  const trialOf = ({ id }: Child) =>
    mayBeThis ? undefined : bookable.trials.find(({ child_id }) => child_id === id);
  const isInTheWay = ({ child, terms }: PlaceToBook): boolean => {
    const trial = trialOf(child);
    const isTrialInTheWay = isTrial ? trial !== undefined : Boolean(trial?.held);
    return (
      !terms || isTrialInTheWay || overlapOf(bookable, child.id, timesIn(slot, terms.dates)) !== undefined
    );
  };
  const lacksPlaces = !mayBeThis && places.length > 1 && placesLeft(slot) < places.length;

  const submit = (chosen: readonly PlaceToBook[]) => {
    const [asked, ...others] = chosen.flatMap((place) => askedPlace(bookable, place) ?? []);
    const choice = bookSlotSchema.safeParse({
      ...(asked ?? { child_id: '', amount: terms?.amount }),
      class_id: cls.id,
      time_slot_id: slot.id,
      is_trial: isTrial,
      trial_date: terms?.trial_date,
      calendar_version: terms?.calendar_version,
      ...(others.length > 0 && { siblings: others }),
    });
    if (choice.success) booking.submit(choice.data);
    else showToast({ type: 'error', title: 'Error', description: choice.error.issues[0]?.message ?? '' });
  };
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    submit(places);
  };

  const { refusedChildId } = booking;
  const others = [...(child ? [child] : []), ...siblings].filter(({ id }) => id !== refusedChildId);
  const withoutRefused = refusedChildId === undefined ? [] : placesToBook(bookable, press, others);
  const bookOthers = () => {
    const [next, ...rest] = others;
    if (!next) return;
    setDraft({ childId: next.id, siblingIds: rest.map(({ id }) => id) });
    submit(withoutRefused);
  };

  const notesOf = (place: PlaceToBook) => (
    <ChildNotes
      bookable={bookable}
      slot={slot}
      place={place}
      isTrial={isTrial}
      trial={trialOf(place.child)}
      chosenIds={places.map((each) => each.child.id)}
    />
  );

  return (
    <>
      <form id={formId} onSubmit={confirm} noValidate>
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
            options={children}
            today={today}
            chosen={child?.id ?? ''}
            onChange={(childId) => setDraft({ childId })}
          >
            {first && notesOf(first)}
          </ChildChoice>
          {child && !isTrial && terms && options.length > 0 && (
            <SiblingChoice
              options={options}
              today={today}
              chosenIds={siblings.map(({ id }) => id)}
              onChange={(siblingIds) => setDraft({ siblingIds: [...siblingIds] })}
              notesOf={(sibling) => places.filter((place) => place.child.id === sibling.id).map(notesOf)}
            />
          )}
          {places.length > 1 && <PriceOfEach places={places} />}
          {firstSession && <Text fontWeight="semibold">First session: {formatLongDate(firstSession)}</Text>}
          {terms && <BookedDates dates={terms.dates} />}
          <DueDates bookings={charges} maxWidth="20rem" />
          <Text color="fg.muted">Payment information is collected separately.</Text>
          <CancellationTerms isTrial={isTrial} />
        </Stack>
      </form>
      <BookingTotal
        formId={formId}
        amount={terms ? totalOf(charges) : null}
        discount={places.length > 1 ? undefined : terms?.discount}
        count={places.length}
        isSubmitting={booking.isPending}
        isBlocked={!child || !terms || places.some(isInTheWay) || lacksPlaces}
      >
        {booking.error instanceof ConnectionError && (
          <Notice tone="warning" icon={WifiOff} role="alert">
            The connection was lost before an answer came. Press Confirm Booking again: the place is never
            booked twice.
          </Notice>
        )}
        {withoutRefused.length > 0 && booking.error && (
          <Notice tone="danger" icon={UserX} role="alert">
            <Stack gap="3" align="start">
              {booking.error.message} Nobody was booked.
              {!withoutRefused.some(isInTheWay) && (
                <Button type="button" variant="outline" disabled={booking.isPending} onClick={bookOthers}>
                  Book {listed(others.map(({ name }) => name))} for{' '}
                  {formatCents(totalOf(withoutRefused.flatMap((place) => place.terms ?? [])))}
                </Button>
              )}
            </Stack>
          </Notice>
        )}
        {lacksPlaces && (
          <Notice tone="danger" icon={UsersRound} role="alert">
            <Stack gap="3" align="start">
              This time slot has {counted(placesLeft(slot), 'place', 'places')} left for {places.length}{' '}
              children. Please choose fewer children, or wait for places together.
              <Button asChild variant="outline">
                <Link to={paths.joinWaitingList(slot.class_id, slot.id)}>Join waiting list</Link>
              </Button>
            </Stack>
          </Notice>
        )}
      </BookingTotal>
    </>
  );
};
