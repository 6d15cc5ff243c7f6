import { useQuery } from '@tanstack/react-query';
import { Frown, TicketCheck } from 'lucide-react';
import { useDeferredValue, useEffect, useState } from 'react';
import { Link, Navigate, useParams } from 'react-router-dom';
import type { BookableSlot } from '#shared/booking/booking-input';
import { isFull, placesLeft } from '#shared/classes/class';
import { isOffSale } from '#shared/classes/openings';
import { shownProblems } from '#shared/contract/shown-problems';
import { formatTimeRange, placesText } from '#shared/lib/format';
import { type ClassId, classIdSchema, type SlotId, slotIdSchema } from '#shared/lib/ids';
import { listed } from '#shared/lib/text';
import { paths } from '#shared/paths';
import { nextUpcomingDate } from '#shared/sessions/sessions';
import type { TimeSlot } from '#shared/sessions/slot';
import { css } from '#styled-system/css';
import { LoadFailure } from '../../../components/loading.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Screen } from '../../../components/screen.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { isNotFound } from '../../../lib/api/api-error.ts';
import { showResult, useIsHydrated } from '../../../lib/pages/page.ts';
import { msUntil, useBusinessNow, useInstant } from '../../../lib/time/today.ts';
import { showError } from '../../../lib/toasts/toasts.ts';
import { BookingForm, CancellationTerms } from './booking-form.tsx';
import { hasPlaceText } from './child-choice.tsx';
import {
  BackToClasses,
  BookingHeader,
  BookingSkeleton,
  bookableQuery,
  FormSkeleton,
  NoChildren,
  NotOnSale,
  NotOpenYet,
  useKnownClass,
} from './slot-screen.tsx';
import { useBookSlot } from './use-book-slot.ts';

interface SlotFullProps {
  readonly bookable: BookableSlot;
  readonly slot: TimeSlot;
  /** The form was open until another family took the last place. */
  readonly isAnswer: boolean;
}

// A full slot (BOK-08): who has a place in it, free slots of the class while a child has none, and other classes (BOK-49).
const SlotFull = ({ bookable, slot, isAnswer }: SlotFullProps) => {
  const { class: cls, children, booked_child_ids: booked } = bookable;
  const placed = children.filter(({ id }) => booked.includes(id));
  const others = children.filter(({ id }) => !booked.includes(id)).map(({ name }) => name);
  const mayOffer = children.length === 0 || others.length > 0;
  const forOthers = placed.length > 0 ? ` for ${listed(others)}` : '';
  const moment = useBusinessNow();
  const slots = cls.time_slots.filter(
    (other) =>
      mayOffer && other.id !== slot.id && !isFull(other) && nextUpcomingDate(cls, other, moment) !== null,
  );
  return (
    <Stack gap="5">
      {placed.map((child) => (
        <Notice key={child.id} status="info" icon={TicketCheck}>
          {hasPlaceText(child)}
        </Notice>
      ))}
      <Notice status="error" icon={Frown} ref={isAnswer ? showResult : undefined} tabIndex={-1}>
        {shownProblems.slotFull.text}
      </Notice>
      {slots.length > 0 && (
        <Stack gap="3">
          <Text fontWeight="semibold">Another time of the same class still has places{forOthers}:</Text>
          {slots.map((other) => (
            <Button key={other.id} asChild justifyContent="space-between">
              <Link to={paths.bookClass(other.class_id, other.id)}>
                <span>{formatTimeRange(other)}</span>
                <span>{placesText(placesLeft(other))}</span>
              </Link>
            </Button>
          ))}
        </Stack>
      )}
      {mayOffer && (
        <Button asChild variant={slots.length > 0 ? 'outline' : 'solid'} colorPalette="accent">
          <Link to={paths.joinWaitingList(slot.class_id, slot.id)}>Join waiting list</Link>
        </Button>
      )}
      <Button asChild variant="outline">
        <Link to={paths.browseClasses}>Browse Other Classes</Link>
      </Button>
    </Stack>
  );
};

const fullTerms = <CancellationTerms isTrial={false} />;

const loading = <BookingSkeleton>{fullTerms}</BookingSkeleton>;

const SlotBooking = ({ classId, slotId }: { classId: ClassId; slotId: SlotId }) => {
  const known = useKnownClass(classId);
  // When the class is cached, a failure only concerns the children.
  const failure = known ? 'Failed to load your children' : 'Failed to load class details';
  const bookable = useQuery(bookableQuery({ classId, slotId }, failure));
  const isWaiting = useDeferredValue(bookable.isPending);
  const cls = isWaiting ? known : (bookable.data?.class ?? known);
  const slot = cls?.time_slots.find(({ id }) => id === slotId);
  // A failed reload keeps the form, unless the class or the slot no longer exists (ERR-07).
  if (isNotFound(bookable.error) || (bookable.isLoadingError && !isWaiting && !slot)) {
    return <Navigate to={paths.browseClasses} replace />;
  }
  if (!cls || !slot) return loading;
  return (
    <>
      <BookingHeader cls={cls} slot={slot} />
      {bookable.isLoadingError && <LoadFailure onRetry={() => void bookable.refetch()} />}
      {(bookable.isPending || isWaiting) && <FormSkeleton>{fullTerms}</FormSkeleton>}
      {bookable.data && !isWaiting && <BookingStep bookable={bookable.data} slot={slot} />}
    </>
  );
};

const BookingStep = ({ bookable, slot }: { readonly bookable: BookableSlot; readonly slot: TimeSlot }) => {
  const booking = useBookSlot();
  // The place may be the one that an unanswered try took: only a retry tells (BOK-49).
  const mayHoldPlace = booking.isPending || booking.isUnanswered;
  useInstant(bookable.opens_at);
  const isOver = nextUpcomingDate(bookable.class, slot, useBusinessNow()) === null;
  // A slot that is over is not called full, because nobody can wait for a place in it.
  const opensLater = bookable.opens_at && msUntil(bookable.opens_at) > 0 && !mayHoldPlace;
  const isLost = isFull(slot) && !isOver && !mayHoldPlace && !opensLater;
  const [wasLost] = useState(isLost);
  if (isOffSale(bookable.class) && !mayHoldPlace) return <NotOnSale />;
  if (isLost) return <SlotFull bookable={bookable} slot={slot} isAnswer={!wasLost} />;
  if (bookable.children.length === 0) return <NoChildren />;
  if (bookable.opens_at && opensLater) return <NotOpenYet opens_at={bookable.opens_at} />;
  return <BookingForm bookable={bookable} slot={slot} booking={booking} />;
};

// Focused controls scroll into view above the sticky bar with the total, not behind it.
const aboveTotal = css.raw({ '& :is(a, button, input, select)': { scrollMarginBottom: '32' } });

export const BookingScreen = () => {
  const params = useParams();
  const classId = classIdSchema.safeParse(params.classId);
  const slotId = slotIdSchema.safeParse(params.slotId);
  const isHydrated = useIsHydrated();
  if (isHydrated && !classId.success) return <InvalidLink failure="Failed to load class details" />;
  if (isHydrated && !slotId.success) return <InvalidLink failure="Failed to load time slot details" />;
  return (
    <Screen pageTitle="Book your place" maxWidth="prose" pt={{ base: '1', md: '10' }}>
      <Stack gap={{ base: '2', md: '5' }} css={aboveTotal}>
        <BackToClasses />
        {classId.success && slotId.success ? (
          <SlotBooking key={slotId.data} classId={classId.data} slotId={slotId.data} />
        ) : (
          loading
        )}
      </Stack>
    </Screen>
  );
};

// A URL with malformed ids is handled like a failed load (ERR-07).
const InvalidLink = ({ failure }: { readonly failure: string }) => {
  useEffect(() => showError(null, failure), [failure]);
  return <Navigate to={paths.browseClasses} replace />;
};
