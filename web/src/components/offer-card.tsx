import {
  CalendarClock,
  CalendarDays,
  Clock,
  Hourglass,
  Shirt,
  Tag,
  TriangleAlert,
  UserRound,
} from 'lucide-react';
import { lazy, type PropsWithChildren, Suspense, useId, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { shownProblems } from '#shared/contract/shown-problems';
import { dueText } from '#shared/ledger/payment-link';
import { formatDeadline } from '#shared/lib/calendar';
import { classTypeName, everyWeekday, formatDate, formatLongDate, formatTimeRange } from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import { namesOf } from '#shared/lib/names';
import { counted, listed } from '#shared/lib/text';
import { paths } from '#shared/paths';
import { declineTexts, offerPriceDetails, offerPriceText } from '#shared/waiting/offers';
import type { MoveOffer, OfferView, RanksAfterDecline } from '#shared/waiting/waiting-view';
import { css } from '#styled-system/css';
import { businessNow } from '../lib/time/today.ts';
import { IconLine } from './icon-line.tsx';
import { Notice } from './notice.tsx';
import { Button } from './ui/button.tsx';
import { Card } from './ui/card.tsx';
import { Link } from './ui/link.tsx';
import { HStack, Stack } from './ui/stack.tsx';
import { Text } from './ui/text.tsx';
import { VenueLine, VenueRest } from './venue-line.tsx';

/** Toasts for failures without a specific message of the server. */
export const waitingFailures = {
  join: 'Failed to join the waiting list',
  take: 'The offer could not be taken. Please try again.',
  move: 'This time could not be kept. Please try again.',
  decline: 'Your answer could not be sent. Please try again.',
} as const;

interface OfferCardProps {
  readonly offer: OfferView;
  /** The family's ranks after it declines; the holder of the link does not see them. */
  readonly ranks?: RanksAfterDecline;
  readonly onTake: () => void;
  /** @param stays at the end of the list instead of leaving it */
  readonly onDecline: (stays: boolean) => void;
  readonly isPending: boolean;
  /** On a phone only what the answer depends on is shown, the rest behind "Details" (FAM-09). */
  readonly isShort?: boolean;
}

/** A ref for an element that replaces the focused one. */
const focus = (element: HTMLElement | null): void => element?.focus();

interface OfferFactsProps extends Pick<OfferCardProps, 'offer'> {
  /** A button beside has the amount, so only its parts are shown, as no price stands twice (FAM-09). */
  readonly isPriced?: boolean;
  readonly isDated?: boolean;
  readonly isRest?: boolean;
}

const ShortFacts = ({ offer }: Pick<OfferCardProps, 'offer'>) => (
  <Stack gap="1">
    <IconLine icon={Shirt} fontWeight="bold">
      {listed(offer.child_names)}
    </IconLine>
    <IconLine icon={CalendarDays} fontVariantNumeric="tabular-nums">
      {everyWeekday(offer.start_date)}, {formatTimeRange(offer)}
    </IconLine>
    <VenueLine of={offer} isNameOnly />
  </Stack>
);

interface OfferHeadProps {
  readonly id: string;
  readonly details: ReturnType<typeof useDetails> | undefined;
}

const useDetails = () => {
  const [isOpen, setIsOpen] = useState(false);
  return { id: useId(), isOpen, toggle: () => setIsOpen(!isOpen) };
};

const OfferHead = ({ id, details, children }: PropsWithChildren<OfferHeadProps>) => (
  <HStack justify="space-between" gap="3">
    <Card.Title id={id} fontSize={details ? 'xl' : '2xl'}>
      {children}
    </Card.Title>
    {details && (
      <Button
        type="button"
        variant="ghost"
        size="sm"
        aria-expanded={details.isOpen}
        aria-controls={details.id}
        onClick={details.toggle}
      >
        Details
      </Button>
    )}
  </HStack>
);

export const OfferFacts = ({ offer, isPriced = false, isDated = false, isRest = false }: OfferFactsProps) => {
  const price = isPriced
    ? offerPriceDetails(offer, offer.child_names.length)
    : offerPriceText(offer, offer.child_names.length);
  return (
    <Stack gap="2.5">
      {!isRest && (
        <IconLine icon={Shirt} fontWeight="bold">
          {listed(offer.child_names)}
        </IconLine>
      )}
      <IconLine icon={CalendarDays}>
        {!isRest && `${everyWeekday(offer.start_date)}, `}
        {counted(offer.dates.length, 'session', 'sessions')}
        {!isDated && ` from ${formatLongDate(offer.from_session)}`}
      </IconLine>
      {!isRest && (
        <IconLine icon={Clock} fontVariantNumeric="tabular-nums">
          {formatTimeRange(offer)}
        </IconLine>
      )}
      {price && (
        <IconLine icon={Tag} fontVariantNumeric="tabular-nums">
          {price}
        </IconLine>
      )}
      {offer.due_parts && <IconLine icon={CalendarClock}>{dueText(offer.due_parts)}</IconLine>}
      {isRest ? <VenueRest of={offer} /> : <VenueLine of={offer} />}
      <IconLine icon={UserRound}>Coach: {offer.coach_name}</IconLine>
    </Stack>
  );
};

const NotOnSale = () => (
  <Notice status="warning" icon={TriangleAlert}>
    {shownProblems.notOnSale.text}
  </Notice>
);

const answerButtons = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '3',
  '& > *': { flexGrow: { smDown: '1' } },
});

export const OfferCard = ({
  offer,
  ranks,
  onTake,
  onDecline,
  isPending,
  isShort = false,
}: OfferCardProps) => {
  const headingId = useId();
  const details = useDetails();
  const [isDeclining, setIsDeclining] = useState<boolean>();
  const place = offer.child_names.length === 1 ? 'the place' : 'the places';
  return (
    <Card.Root
      as="article"
      aria-labelledby={headingId}
      variant="programme"
      colorPalette={`programme.${offer.class_type}`}
    >
      <Card.Body p={isShort ? '4' : '5'} gap={isShort ? '2' : '4'}>
        <OfferHead id={headingId} details={isShort ? details : undefined}>
          {offer.child_names.length === 1 ? 'A place' : `${offer.child_names.length} places`} in{' '}
          {classTypeName(offer.class_type)}
        </OfferHead>
        {isShort ? <ShortFacts offer={offer} /> : <OfferFacts offer={offer} isPriced={!isDeclining} />}
        <IconLine icon={Hourglass} fontWeight="bold" color="brand.fg">
          {isShort ? 'Held until' : 'Held for you until'} {formatDeadline(offer.until, businessNow())}
        </IconLine>
        {isShort && (
          <div id={details.id} hidden={!details.isOpen}>
            <OfferFacts offer={offer} isPriced={!isDeclining} isRest />
          </div>
        )}
        {offer.off_sale && <NotOnSale />}
        {isDeclining ? (
          <Stack gap="3">
            <p ref={focus} tabIndex={-1} className={css({ fontWeight: 'semibold' })}>
              Would you like to stay on the waiting list?
            </p>
            {declineTexts(ranks).map((text) => (
              <Text key={text}>{text}</Text>
            ))}
            <div className={answerButtons}>
              <Button type="button" variant="outline" disabled={isPending} onClick={() => onDecline(true)}>
                Stay, at the end
              </Button>
              <Button type="button" variant="outline" disabled={isPending} onClick={() => onDecline(false)}>
                Leave the list
              </Button>
              <Button type="button" variant="ghost" onClick={() => setIsDeclining(false)}>
                Back
              </Button>
            </div>
          </Stack>
        ) : (
          <div className={answerButtons}>
            <Button
              type="button"
              colorPalette="accent"
              size={isShort ? 'sm' : 'md'}
              disabled={isPending || offer.off_sale}
              onClick={onTake}
            >
              {isPending ? 'Taking...' : `Take ${isShort ? 'it' : place} for ${formatCents(offer.amount)}`}
            </Button>
            <Button
              ref={isDeclining === false ? focus : null}
              type="button"
              variant="outline"
              size={isShort ? 'sm' : 'md'}
              disabled={isPending}
              onClick={() => setIsDeclining(true)}
            >
              No, thank you
            </Button>
          </div>
        )}
      </Card.Body>
    </Card.Root>
  );
};

const offeredDates = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '1.5',
  fontVariantNumeric: 'tabular-nums',
});

const OtherTimes = lazy(async () => ({ default: (await import('./other-times.tsx')).OtherTimes }));

interface RenewalCardProps {
  readonly offer: OfferView;
  readonly onKeep: () => void;
  /** Also gives back a kept place. */
  readonly onDecline: () => void;
  readonly onMove: (slot: MoveOffer) => void;
  readonly isPending: boolean;
  readonly isShort?: boolean;
}

const answers: Readonly<Record<Exclude<OfferView['state'], 'open'>, string>> = namesOf({
  taken: 'You keep this place. The confirmation is on its way.',
  declined: 'You said no. Thank you for telling us.',
  expired: 'The time to answer has passed.',
  withdrawn: 'The school took this place back. Please contact us.',
  void: 'This place is not kept any more.',
});

/** A kept place of the next term. Its three answers can be changed (TRM-04). */
export const RenewalCard = ({
  offer,
  onKeep,
  onDecline,
  onMove,
  isPending,
  isShort = false,
}: RenewalCardProps) => {
  const headingId = useId();
  const details = useDetails();
  const [isChoosing, setIsChoosing] = useState(false);
  const { state, until, class_id, time_slot_id } = offer;
  const isInTime = new Date(until) > businessNow().now;
  const isMovable = state === 'open' || (state === 'declined' && isInTime);
  return (
    <Card.Root
      as="article"
      aria-labelledby={headingId}
      variant="programme"
      colorPalette={`programme.${offer.class_type}`}
    >
      <Card.Body p={isShort ? '4' : '5'} gap={isShort ? '2' : '4'}>
        <OfferHead id={headingId} details={isShort ? details : undefined}>
          {isShort ? 'Next term' : listed(offer.child_names)}: {classTypeName(offer.class_type)}
        </OfferHead>
        {isShort && <ShortFacts offer={offer} />}
        <div id={details.id} hidden={isShort && !details.isOpen}>
          <Stack gap={isShort ? '2' : '4'}>
            <OfferFacts offer={offer} isPriced={state === 'open'} isDated isRest={isShort} />
            {/* Each date is a text of its own: none is larger than the heading of the page. */}
            <div className={offeredDates}>
              <strong>Dates:</strong>
              {offer.dates.map((date, at) => (
                <span key={date}>{formatDate(date) + (at < offer.dates.length - 1 ? '; ' : '')}</span>
              ))}
            </div>
          </Stack>
        </div>
        {offer.renewal?.age_note && isMovable && (
          <Notice status="warning" icon={TriangleAlert}>
            {offer.renewal.age_note}. “Another Time” shows classes for this age first.
          </Notice>
        )}
        {offer.off_sale && <NotOnSale />}
        {state === 'open' ? (
          <IconLine icon={Hourglass} fontWeight="bold" color="brand.fg">
            {isShort ? 'Kept until' : 'Kept for you until'} {formatDeadline(until, businessNow())}
          </IconLine>
        ) : (
          <Text role="status" fontWeight="bold" fontSize="lg">
            {answers[state]}
          </Text>
        )}
        {state === 'taken' && (
          <Text>
            {isInTime && `Until ${formatDeadline(until, businessNow())} you can give it back here. `}
            You can change or cancel it under{' '}
            <Link asChild>
              <RouterLink to={paths.parentBookings}>My Bookings</RouterLink>
            </Link>
            .
          </Text>
        )}
        {state === 'taken' && isInTime && (
          <Button type="button" variant="outline" alignSelf="start" disabled={isPending} onClick={onDecline}>
            {isPending ? 'Sending...' : 'Give This Place Back'}
          </Button>
        )}
        {isMovable && (
          <div className={answerButtons}>
            {state === 'open' ? (
              <Button
                type="button"
                colorPalette="accent"
                disabled={isPending || offer.off_sale}
                onClick={onKeep}
              >
                {isPending ? 'Sending...' : `Keep for ${formatCents(offer.amount)}`}
              </Button>
            ) : (
              <Button
                type="button"
                colorPalette="accent"
                disabled={isPending}
                onClick={() => onMove({ class_id, time_slot_id })}
              >
                Keep it after all
              </Button>
            )}
            <Button
              type="button"
              variant="outline"
              aria-expanded={isChoosing}
              disabled={isPending}
              onClick={() => setIsChoosing(!isChoosing)}
            >
              Another Time
            </Button>
            {state === 'open' && (
              <Button type="button" variant="outline" disabled={isPending} onClick={onDecline}>
                No, thank you
              </Button>
            )}
          </div>
        )}
        {isMovable && isChoosing && (
          <Suspense fallback={<Text color="fg.muted">Loading other times...</Text>}>
            <OtherTimes
              offer={offer}
              isPending={isPending}
              onChoose={(slot) => {
                setIsChoosing(false);
                onMove(slot);
              }}
            />
          </Suspense>
        )}
      </Card.Body>
    </Card.Root>
  );
};
