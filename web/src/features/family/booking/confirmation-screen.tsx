import { useQuery } from '@tanstack/react-query';
import { Backpack, Clock3, CreditCard, type LucideIcon, Mail } from 'lucide-react';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { bookedTogetherSchema } from '#shared/booking/booking';
import {
  arrivalStep,
  nextSteps,
  nothingToPay,
  paymentStep,
  venueFacts,
  whatToBring,
} from '#shared/booking/booking-terms';
import { discountText } from '#shared/booking/discounts';
import { trialPrice } from '#shared/classes/pricing';
import { familyRoutes } from '#shared/contract/family-routes';
import { cardConfirmedOn } from '#shared/families/card';
import { howToPayFallback } from '#shared/ledger/payment-link';
import { classTypeName, everyWeekday, formatDay, formatLongDate, formatTimeRange } from '#shared/lib/format';
import type { ChildId } from '#shared/lib/ids';
import { formatCents, totalOf } from '#shared/lib/money';
import { type Cents, centsSchema } from '#shared/lib/values';
import { palette } from '#shared/palette';
import { paths } from '#shared/paths';
import { bookedDuration } from '#shared/sessions/sessions';
import { css } from '#styled-system/css';
import { AddToCalendar } from '../../../components/add-to-calendar.tsx';
import { DueDates, PayNowLink } from '../../../components/booking-facts.tsx';
import { ChildCardCheck } from '../../../components/child-card.tsx';
import { IconLine } from '../../../components/icon-line.tsx';
import { LoadingText } from '../../../components/loading.tsx';
import { Screen } from '../../../components/screen.tsx';
import { Box } from '../../../components/ui/box.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { siteConfig } from '../../../lib/api/config.ts';
import { familyQuery } from '../../../lib/api/family-queries.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useIsHydrated } from '../../../lib/pages/page.ts';
import { useBusinessNow } from '../../../lib/time/today.ts';
import { mapUrlOf } from '../../../lib/venues.ts';
import { PayByCardButton } from '../ledger/pay-by-card-button.tsx';

const GoalScene = () => (
  <svg viewBox="0 0 260 130" aria-hidden="true" className={css({ width: '[min(22rem, 100%)]' })}>
    <path d="M4 122h252" stroke={palette.pitchBright} strokeWidth="5" strokeLinecap="round" />
    <g fill="none" stroke="currentColor" className={css({ color: 'border.control' })}>
      <path
        d="M84 40h142M84 60h142M84 80h142M84 100h142M105 20v102M126 20v102M147 20v102M168 20v102M189 20v102M210 20v102"
        strokeWidth="1.2"
        opacity="0.5"
      />
      <path d="M82 122V18h146v104" strokeWidth="6" strokeLinejoin="round" strokeLinecap="round" />
    </g>
    <path
      d="M18 116C70 96 120 30 184 44"
      pathLength="1"
      fill="none"
      stroke={palette.ball}
      strokeWidth="5"
      strokeLinecap="round"
      strokeDasharray="1"
      className={css({ _motionSafe: { animation: 'draw 700ms ease-out' } })}
    />
    <g stroke={palette.navy} strokeWidth="2.5">
      <circle cx="198" cy="48" r="17" fill={palette.chalk} />
      <path d="m198 40 8 5.5-3 9h-10l-3-9z" fill={palette.navy} />
      <path d="M198 31v9M214 43l-8 2.5M208 62l-5-7.5M188 62l5-7.5M182 43l8 2.5" fill="none" />
    </g>
  </svg>
);

// The booking screen passes this state on. The browser's history may have one of an older version of the site.
const bookedSchema = z.extend(bookedTogetherSchema, { amount: z.optional(centsSchema) });
type Booked = z.infer<typeof bookedSchema>;

export const ConfirmationScreen = () => {
  const booking = bookedSchema.safeParse(useLocation().state);
  const isHydrated = useIsHydrated();
  if (!isHydrated) return <Loading />;
  return booking.success ? <Confirmation booking={booking.data} /> : <NothingBooked />;
};

// This is shown until the browser's history has told whether something was booked.
const Loading = () => (
  <Screen pageTitle="Booking confirmation" maxWidth="prose" aria-busy="true">
    <Stack gap="6">
      <LoadingText>One moment please. Your booking is loading.</LoadingText>
      <Skeleton height="80" borderRadius="xl" />
    </Stack>
  </Screen>
);

const NothingBooked = () => (
  <Screen pageTitle="Booking confirmation" textAlign="center" py="16">
    <Button asChild>
      <RouterLink to={paths.browseClasses}>Return to Browse Classes</RouterLink>
    </Button>
  </Screen>
);

const siblingsOf = ({ siblings = [] }: Booked) => siblings;

const reservedText = (booking: Booked): string => {
  if (booking.is_trial) return 'Your trial session has been successfully reserved';
  return isOne(booking)
    ? 'Your spot has been successfully reserved'
    : 'Your spots have been successfully reserved';
};

const Confirmation = ({ booking }: { booking: Booked }) => {
  const total = totalOf(chargesOf(booking));
  const cls = booking.time_slot.class;
  return (
    <Screen pageTitle="Booking Confirmed!" maxWidth="prose">
      <Stack gap="6">
        <Stack align="center" textAlign="center" gap="3">
          <GoalScene />
          <Heading as="h1" size="2xl">
            Booking Confirmed!
          </Heading>
          <Text fontSize="lg">{reservedText(booking)}</Text>
        </Stack>
        <Card.Root>
          <Card.Body p="5" gap="4">
            <BookedFacts booking={booking} />
            <Link
              href={mapUrlOf(cls.venue, cls.venue_details)}
              target="_blank"
              rel="noopener noreferrer"
              alignSelf="start"
            >
              Map of {cls.venue}
            </Link>
            <DueDates bookings={chargesOf(booking)} />
          </Card.Body>
        </Card.Root>
        <HStack justify="center">
          <AddToCalendar bookingId={booking.id} withSiblings />
        </HStack>
        {[booking, ...siblingsOf(booking)].map(({ id, child_id }) => (
          <BookedCard key={id} childId={child_id} />
        ))}
        {total > 0 && <HowToPay />}
        <NextSteps total={total} />
        <Stack direction={{ base: 'column', sm: 'row' }} gap="3">
          <Button asChild flex="1">
            <RouterLink to={paths.browseClasses}>Browse More Classes</RouterLink>
          </Button>
          <Button asChild variant="outline" flex="1">
            <RouterLink to={paths.home}>Return Home</RouterLink>
          </Button>
        </Stack>
      </Stack>
    </Screen>
  );
};

// Each booking asks whether the child's card is right, unless it was confirmed on this day (EME-03).
const BookedCard = ({ childId }: { readonly childId: ChildId }) => {
  const { data } = useQuery(familyQuery);
  const { today } = useBusinessNow();
  const child = data?.children.find(({ id }) => id === childId);
  if (!child) return null;
  return <ChildCardCheck child={child} isAsked={cardConfirmedOn(child, siteConfig().timeZone) !== today} />;
};

const ledgerQuery = routeQuery(familyRoutes.getMyLedger, {}, 'Failed to load the payment link');

// The school may not have said yet how families pay (PLK-01, SCH-02).
const HowToPay = () => {
  const { data } = useQuery(ledgerQuery);
  if (data && (data.pay_now || data.pay_by_card))
    return (
      <Card.Root>
        <Card.Body p="5" gap="2">
          {data.pay_by_card && <Text>You can pay now, or later in Payments.</Text>}
          <PayByCardButton statement={data} />
          {data.pay_now && <PayNowLink pay={data.pay_now} reference={data.reference} />}
        </Card.Body>
      </Card.Root>
    );
  return data && data.balance > 0 && data.instructions.length === 0 ? <Text>{howToPayFallback}</Text> : null;
};

// A state without an agreed amount gets the price of the class (BOK-44).
const amountOf = ({ amount, is_trial, time_slot }: Booked): Cents =>
  amount ?? (is_trial ? trialPrice(time_slot.class) : time_slot.class.price);

const chargesOf = (booking: Booked) => [{ ...booking, amount: amountOf(booking) }, ...siblingsOf(booking)];

const childFacts = (booking: Booked): ReadonlyArray<readonly [string, string]> => {
  const charges = chargesOf(booking);
  if (charges.length === 1) return [['Child', booking.child_name]];
  return charges.map(({ child_name, amount, discount }) => {
    const words = discount ? ` (${discountText(discount)})` : '';
    return ['Child', `${child_name}: ${formatCents(amount)}${words}`];
  });
};

const isOne = (booking: Booked): boolean => siblingsOf(booking).length === 0;

// Shows the weekday and all booked dates, or a trial's date (FAM-06).
const dateFacts = ({ trial_date, dates, time_slot }: Booked): ReadonlyArray<readonly [string, string]> => {
  if (trial_date) return [['Trial date', formatLongDate(trial_date)]];
  const [first] = dates;
  if (!first) return [];
  return [
    ['Day', everyWeekday(time_slot.class.start_date)],
    ['First date', formatLongDate(first)],
    [dates.length === 1 ? 'Date' : `All ${dates.length} dates`, dates.map(formatDay).join(', ')],
  ];
};

const factsOf = (booking: Booked): ReadonlyArray<readonly [string, string]> => {
  const { class: cls } = booking.time_slot;
  return [
    ['Class', classTypeName(cls.class_type)],
    ...venueFacts(cls).map(({ label, value }) => [label, value] as const),
    ['Coach', cls.coach_name],
    ['Time', formatTimeRange(booking.time_slot)],
    ...childFacts(booking),
    ...dateFacts(booking),
    ['Duration', bookedDuration(cls, booking.time_slot, booking.is_trial)],
    ...(booking.discount && isOne(booking) ? [['Discount', discountText(booking.discount)] as const] : []),
    ['Total cost', formatCents(totalOf(chargesOf(booking)))],
  ];
};

const BookedFacts = ({ booking }: { booking: Booked }) => (
  <Box
    as="dl"
    display="grid"
    gridTemplateColumns="auto 1fr"
    columnGap="6"
    rowGap="3"
    fontVariantNumeric="tabular-nums"
  >
    {factsOf(booking).map(([name, value]) => (
      <div key={`${name} ${value}`} className={css({ display: 'contents' })}>
        <Text as="dt" color="fg.muted">
          {name}
        </Text>
        <Text as="dd" fontWeight="semibold" textAlign="end" overflowWrap="anywhere">
          {value}
        </Text>
      </div>
    ))}
  </Box>
);

const stepIcons: Record<ReturnType<typeof nextSteps>[number], LucideIcon> = {
  [paymentStep]: CreditCard,
  [nothingToPay]: CreditCard,
  [arrivalStep]: Clock3,
  [whatToBring]: Backpack,
};

const NextSteps = ({ total }: { readonly total: Cents }) => (
  <Stack gap="3">
    <Heading size="md">Next steps</Heading>
    <Stack as="ul" gap="3">
      <IconLine as="li" icon={Mail}>
        You will receive a confirmation email soon.
      </IconLine>
      {nextSteps(total).map((step) => (
        <IconLine key={step} as="li" icon={stepIcons[step]}>
          {step}
        </IconLine>
      ))}
    </Stack>
  </Stack>
);
