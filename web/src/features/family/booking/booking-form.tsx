import { CalendarX2, UsersRound, UserX, WifiOff } from 'lucide-react';
import { type FormEvent, type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import type { Discount } from '#shared/booking/booking';
import { type BookableSlot, bookSlotSchema } from '#shared/booking/booking-input';
import { nothingToPay } from '#shared/booking/booking-terms';
import { discountText } from '#shared/booking/discounts';
import { cancellationPolicy } from '#shared/booking/endings';
import { timesIn } from '#shared/booking/overlaps';
import { type FootballClass, placesLeft } from '#shared/classes/class';
import { slotDisplayText, slotPrice, trialPrice } from '#shared/classes/pricing';
import { shownProblems } from '#shared/contract/shown-problems';
import type { Child } from '#shared/families/family';
import type { BusinessMoment } from '#shared/lib/business-time';
import { bookingTypeName, formatLongDate } from '#shared/lib/format';
import { formatCents, totalOf } from '#shared/lib/money';
import { counted, listed } from '#shared/lib/text';
import type { Cents } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { nextUpcomingDate } from '#shared/sessions/sessions';
import type { TimeSlot } from '#shared/sessions/slot';
import { css } from '#styled-system/css';
import { BookedDates, DueDates } from '../../../components/booking-facts.tsx';
import { OptionCard } from '../../../components/choices.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { RadioCard } from '../../../components/ui/radio-card.tsx';
import { SimpleGrid } from '../../../components/ui/simple-grid.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { ConnectionError } from '../../../lib/api/api-error.ts';
import { orderOf, overlapOf, type PlaceToBook, placesToBook, termsOf } from '../../../lib/booking-order.ts';
import { useBusinessNow } from '../../../lib/time/today.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { ChildChoice, ChildNotes, PriceOfEach, SiblingChoice } from './child-choice.tsx';
import { question, useBookingDraft } from './slot-screen.tsx';
import type { SlotBookingAttempt } from './use-book-slot.ts';

export const CancellationTerms = ({ isTrial }: { readonly isTrial: boolean }) => (
  <Text fontSize="sm" color="fg.muted">
    {cancellationPolicy(isTrial)}
  </Text>
);

interface BookingTotalProps {
  readonly formId: string;
  /** Null where nothing can be booked, so no price is agreed. */
  readonly amount: Cents | null;
  readonly discount: Discount | undefined;
  readonly count: number;
  readonly isSubmitting: boolean;
  readonly isBlocked: boolean;
  readonly children: ReactNode;
}

// A sibling of the form, since a sticky element stays inside its parent (BOK-18 to BOK-23, BOK-54); not in low windows.
const BookingTotal = ({
  formId,
  amount,
  discount,
  count,
  isSubmitting,
  isBlocked,
  children,
}: BookingTotalProps) => (
  <div className={total}>
    {children}
    <HStack justify="space-between" gap="4">
      <Text lineHeight="heading" aria-live="polite">
        <Text as="span" display="block" fontSize="sm" color="fg.muted">
          Total cost{count > 1 && ` for ${count} children`}
        </Text>
        <Text
          as="span"
          fontFamily="heading"
          fontSize="2xl"
          fontVariantNumeric="tabular-nums"
          fontWeight="extrabold"
        >
          {amount === null ? '–' : formatCents(amount)}
        </Text>
        {discount && (
          <Text as="span" display="block" fontSize="sm" fontVariantNumeric="tabular-nums">
            {discountText(discount)}
          </Text>
        )}
      </Text>
      <Stack gap="1" align="end">
        {amount !== null && (
          <Text
            id={`${formId}-agreement`}
            fontSize="sm"
            lineHeight="heading"
            fontVariantNumeric="tabular-nums"
          >
            {amount === 0 ? nothingToPay : `You agree to pay ${formatCents(amount)}.`}
          </Text>
        )}
        <Button
          type="submit"
          form={formId}
          colorPalette="accent"
          size="lg"
          minHeight={{ base: '12', md: '14' }}
          px={{ base: '4', sm: '6' }}
          disabled={isSubmitting || isBlocked}
          aria-describedby={amount === null ? undefined : `${formId}-agreement`}
        >
          {isSubmitting ? 'Processing...' : 'Confirm Booking'}
        </Button>
      </Stack>
    </HStack>
  </div>
);

const total = css({
  position: 'sticky',
  '@media (max-height: 22rem)': { position: 'static' },
  zIndex: 'bar',
  bottom: '0',
  display: 'flex',
  flexDirection: 'column',
  gap: '3',
  mx: { base: '-4', md: '0' },
  px: { base: '4', md: '5' },
  pt: { base: '2', md: '3' },
  pb: '[max(0.75rem, env(safe-area-inset-bottom))]',
  borderColor: 'border',
  borderWidth: { base: '[1px 0 0]', md: '1px' },
  borderTopRadius: { md: 'xl' },
  bg: 'bg.surface',
  boxShadow: 'raised',
});

interface BookingTypeChoiceProps {
  readonly cls: FootballClass;
  readonly slot: TimeSlot;
  readonly moment: BusinessMoment;
  readonly isTrial: boolean;
  readonly onChange: (isTrial: boolean) => void;
}

// Where no session is left nothing can be booked, so no price is shown (BOK-11 to BOK-14, BOK-48).
const BookingTypeChoice = ({ cls, slot, moment, isTrial, onChange }: BookingTypeChoiceProps) => {
  const trialDate = nextUpcomingDate(cls, slot, moment);
  const { today } = moment;
  return (
    <RadioCard.Root
      asChild
      value={isTrial ? 'trial' : 'program'}
      onValueChange={({ value }) => onChange(value === 'trial')}
    >
      <fieldset>
        <legend className={question}>Booking type</legend>
        <SimpleGrid columns={2} gap={{ base: '2', md: '3' }}>
          <Option title={bookingTypeName(false)} value="program">
            {trialDate
              ? `${formatCents(slotPrice(cls, slot, today))} · ${slotDisplayText(cls, slot, today)}`
              : 'No session is left to come'}
          </Option>
          <Option title={bookingTypeName(true)} value="trial">
            {trialDate ? (
              <>
                {formatCents(trialPrice(cls))} · One session
                <br />
                {formatLongDate(trialDate)}
              </>
            ) : (
              '(Program ended - trial not available)'
            )}
          </Option>
        </SimpleGrid>
      </fieldset>
    </RadioCard.Root>
  );
};

interface OptionProps {
  readonly title: string;
  readonly value: string;
  readonly children: ReactNode;
}

const Option = ({ title, value, children }: OptionProps) => {
  const id = useId();
  return (
    <OptionCard value={value} aria-labelledby={`${id}-title`} aria-describedby={`${id}-details`}>
      <Text id={`${id}-title`} fontWeight="bold">
        {title}
      </Text>
      {/* On a phone it has the width of the card, so that the date has one line less. */}
      <Text
        id={`${id}-details`}
        ms={{ base: '-8', md: '0' }}
        fontSize={{ base: 'sm', md: 'md' }}
        fontVariantNumeric="tabular-nums"
        lineHeight="heading"
      >
        {children}
      </Text>
    </OptionCard>
  );
};

interface BookingFormProps {
  readonly bookable: BookableSlot;
  readonly slot: TimeSlot;
  readonly booking: SlotBookingAttempt;
}

export const BookingForm = ({ bookable, slot, booking }: BookingFormProps) => {
  const { class: cls, children, booked_child_ids } = bookable;
  const formId = useId();
  const [{ isTrial, childId, siblingIds }, setDraft] = useBookingDraft(slot.id);
  const moment = useBusinessNow();
  const { today } = moment;
  const press = { slot, isTrial, moment };
  // After an unanswered try, a stored booking may be its result: only a retry tells (BOK-49).
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
    const choice = bookSlotSchema.safeParse(orderOf(bookable, press, terms, chosen));
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
            <Notice status="error" icon={CalendarX2}>
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
          {firstSession && (
            <Text mb={{ base: '-2', md: '0' }} fontWeight="semibold">
              First session: {formatLongDate(firstSession)}
            </Text>
          )}
          {terms && <BookedDates dates={terms.dates} />}
          <DueDates bookings={charges} isNarrow />
          <Text color="fg.muted">
            {terms && totalOf(charges) === 0 ? nothingToPay : 'Payment information is collected separately.'}
          </Text>
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
          <Notice status="warning" icon={WifiOff} role="alert">
            The connection was lost before an answer came. Press Confirm Booking again: the place is never
            booked twice.
          </Notice>
        )}
        {withoutRefused.length > 0 && booking.error && (
          <Notice status="error" icon={UserX} role="alert">
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
          <Notice status="error" icon={UsersRound} role="alert">
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
