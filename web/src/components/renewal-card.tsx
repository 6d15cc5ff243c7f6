import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { Hourglass, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatCents } from '#shared/domain/pricing/money';
import { classTypeName, formatDate } from '#shared/domain/text/format';
import { listed } from '#shared/domain/text/listed';
import { formatDeadline } from '#shared/domain/time/deadline';
import { paths } from '#shared/paths';
import type { MoveOffer } from '#shared/schemas/waiting-input';
import type { OfferView } from '#shared/schemas/waiting-view';
import { businessNow } from '../lib/time/today.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { Heading } from './heading.tsx';
import { IconLine } from './icon-line.tsx';
import { Notice } from './notice.tsx';
import { OfferFacts } from './offer-card.tsx';
import { TextLink } from './text-link.tsx';

/** With the listing, which is read on the first use. */
const OtherTimes = lazy(async () => ({ default: (await import('./other-times.tsx')).OtherTimes }));

interface RenewalCardProps {
  readonly offer: OfferView;
  readonly onKeep: () => void;
  /** Also gives a place back that was kept. */
  readonly onDecline: () => void;
  /** Keeps the place in another slot, or in the same one again. */
  readonly onMove: (slot: MoveOffer) => void;
  readonly isPending: boolean;
}

const buttonRow = { '& > *': { flexGrow: { base: '1', sm: '0' } } };

/** How an answered place reads. */
const answers: Readonly<Record<Exclude<OfferView['state'], 'open'>, string>> = {
  taken: 'You keep this place. The confirmation is on its way.',
  declined: 'You said no. Thank you for telling us.',
  expired: 'The time to answer has passed.',
  withdrawn: 'The school took this place back. Please contact us.',
  void: 'This place is not kept any more.',
};

/** A place of the next term that is kept for a child, with its three answers, which can be changed (TRM-04). */
export const RenewalCard = ({ offer, onKeep, onDecline, onMove, isPending }: RenewalCardProps) => {
  const headingId = useId();
  const [isChoosing, setIsChoosing] = useState(false);
  const { state, until, class_id, time_slot_id } = offer;
  const isInTime = new Date(until) > businessNow().now;
  const isMovable = state === 'open' || (state === 'declined' && isInTime);
  return (
    <Card asChild borderTopWidth="6px" borderTopColor={`programme.${offer.class_type}.solid`}>
      <article aria-labelledby={headingId}>
        <Stack gap="4" p="5">
          <Heading id={headingId}>
            {listed(offer.child_names)}: {classTypeName(offer.class_type)}
          </Heading>
          <OfferFacts offer={offer} />
          {/* Each date is a text of its own: none is larger than the heading of the page. */}
          <HStack wrap="wrap" columnGap="1.5" rowGap="0" fontVariantNumeric="tabular-nums">
            <strong>Dates:</strong>
            {offer.dates.map((date, at) => (
              <span key={date}>{formatDate(date) + (at < offer.dates.length - 1 ? '; ' : '')}</span>
            ))}
          </HStack>
          <Text fontWeight="bold" fontVariantNumeric="tabular-nums">
            {formatCents(offer.amount)}
          </Text>
          {offer.renewal?.age_note && isMovable && (
            <Notice tone="warning" icon={TriangleAlert}>
              {offer.renewal.age_note}. “Another Time” shows classes for this age first.
            </Notice>
          )}
          {state === 'open' ? (
            <IconLine icon={Hourglass} fontWeight="bold" color="brand.fg">
              Kept for you until {formatDeadline(until, businessNow())}
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
              <TextLink asChild>
                <Link to={paths.parentBookings}>My Bookings</Link>
              </TextLink>
              .
            </Text>
          )}
          {state === 'taken' && isInTime && (
            <Button
              type="button"
              variant="outline"
              alignSelf="start"
              disabled={isPending}
              onClick={onDecline}
            >
              {isPending ? 'Sending...' : 'Give This Place Back'}
            </Button>
          )}
          {isMovable && (
            <HStack wrap="wrap" gap="3" css={buttonRow}>
              {state === 'open' ? (
                <Button type="button" variant="accent" disabled={isPending} onClick={onKeep}>
                  {isPending ? 'Sending...' : `Keep for ${formatCents(offer.amount)}`}
                </Button>
              ) : (
                <Button
                  type="button"
                  variant="accent"
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
            </HStack>
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
        </Stack>
      </article>
    </Card>
  );
};
