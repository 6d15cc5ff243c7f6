import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { CalendarClock, CalendarDays, Clock, Hourglass, Shirt, Tag, UserRound } from 'lucide-react';
import { useId, useState } from 'react';
import { dueText } from '#shared/domain/ledger/due-text';
import { formatCents } from '#shared/domain/pricing/money';
import { counted } from '#shared/domain/text/counted';
import { classTypeName, everyWeekday, formatLongDate, formatTimeRange } from '#shared/domain/text/format';
import { listed } from '#shared/domain/text/listed';
import { formatDeadline } from '#shared/domain/time/deadline';
import { offerPriceText } from '#shared/domain/waiting/offered-places';
import { declineTexts } from '#shared/domain/waiting/rank-text';
import type { OfferView, RanksAfterDecline } from '#shared/schemas/waiting-view';
import { businessNow } from '../lib/time/today.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { Heading } from './heading.tsx';
import { IconLine } from './icon-line.tsx';
import { VenueLine } from './venue-line.tsx';

interface OfferCardProps {
  readonly offer: OfferView;
  /** Of its family, after it declines; unknown to the holder of the link. */
  readonly ranks?: RanksAfterDecline;
  readonly onTake: () => void;
  /** @param stays at the end of the list; otherwise the entry leaves it */
  readonly onDecline: (stays: boolean) => void;
  readonly isPending: boolean;
}

/** On a phone the buttons of a row share its width. */
const fillRow = { '& > *': { flexGrow: { base: '1', sm: '0' } } };

/** As a ref: focuses an element that takes the place of the one that had the focus. */
const focus = (element: HTMLElement | null): void => element?.focus();

/** What is offered. */
export const OfferFacts = ({ offer }: Pick<OfferCardProps, 'offer'>) => (
  <Stack gap="2.5">
    <IconLine icon={Shirt} fontWeight="bold">
      {listed(offer.child_names)}
    </IconLine>
    <IconLine icon={CalendarDays}>
      {everyWeekday(offer.start_date)}, {counted(offer.dates.length, 'session', 'sessions')} from{' '}
      {formatLongDate(offer.from_session)}
    </IconLine>
    <IconLine icon={Clock} fontVariantNumeric="tabular-nums">
      {formatTimeRange(offer)}
    </IconLine>
    <IconLine icon={Tag} fontVariantNumeric="tabular-nums">
      {offerPriceText(offer, offer.child_names.length)}
    </IconLine>
    {offer.due_parts && <IconLine icon={CalendarClock}>{dueText(offer.due_parts)}</IconLine>}
    <VenueLine place={offer} />
    <IconLine icon={UserRound}>Coach: {offer.coach_name}</IconLine>
  </Stack>
);

/** An open offer of a waiting list with its two answers (WAI-07, WAI-10). */
export const OfferCard = ({ offer, ranks, onTake, onDecline, isPending }: OfferCardProps) => {
  const headingId = useId();
  /** Undefined until the first time. */
  const [isDeclining, setIsDeclining] = useState<boolean>();
  const place = offer.child_names.length === 1 ? 'the place' : 'the places';
  return (
    <Card asChild borderTopWidth="6px" borderTopColor={`programme.${offer.class_type}.solid`}>
      <article aria-labelledby={headingId}>
        <Stack gap="4" p="5">
          <Heading id={headingId}>
            {offer.child_names.length === 1 ? 'A place' : `${offer.child_names.length} places`} in{' '}
            {classTypeName(offer.class_type)}
          </Heading>
          <OfferFacts offer={offer} />
          <IconLine icon={Hourglass} fontWeight="bold" color="brand.fg">
            Held for you until {formatDeadline(offer.until, businessNow())}
          </IconLine>
          {isDeclining ? (
            <Stack gap="3">
              <Text ref={focus} tabIndex={-1} fontWeight="semibold">
                Would you like to stay on the waiting list?
              </Text>
              {declineTexts(ranks).map((text) => (
                <Text key={text}>{text}</Text>
              ))}
              <HStack wrap="wrap" gap="3" css={fillRow}>
                <Button type="button" variant="outline" disabled={isPending} onClick={() => onDecline(true)}>
                  Stay, at the end
                </Button>
                <Button type="button" variant="outline" disabled={isPending} onClick={() => onDecline(false)}>
                  Leave the list
                </Button>
                <Button type="button" variant="ghost" onClick={() => setIsDeclining(false)}>
                  Back
                </Button>
              </HStack>
            </Stack>
          ) : (
            <HStack wrap="wrap" gap="3" css={fillRow}>
              <Button type="button" variant="accent" disabled={isPending} onClick={onTake}>
                {isPending ? 'Taking...' : `Take ${place} for ${formatCents(offer.amount)}`}
              </Button>
              <Button
                ref={isDeclining === false ? focus : null}
                type="button"
                variant="outline"
                disabled={isPending}
                onClick={() => setIsDeclining(true)}
              >
                No, thank you
              </Button>
            </HStack>
          )}
        </Stack>
      </article>
    </Card>
  );
};
