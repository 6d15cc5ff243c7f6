import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, CalendarClock, CalendarDays, Clock, Info, UserRound, UsersRound } from 'lucide-react';
import { type PropsWithChildren, useState } from 'react';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import type { FootballClass } from '#shared/classes/class';
import { isOffSale } from '#shared/classes/openings';
import { slotDisplayText, slotPrice, trialPrice } from '#shared/classes/pricing';
import { familyRoutes } from '#shared/contract/family-routes';
import { shownProblems } from '#shared/contract/shown-problems';
import { formatDeadline } from '#shared/lib/calendar';
import { dayMs, hourMs, minuteMs, secondMs } from '#shared/lib/durations';
import { classTypeName, everyWeekday, formatTimeRange } from '#shared/lib/format';
import type { ClassId, SlotId } from '#shared/lib/ids';
import { formatCents } from '#shared/lib/money';
import { counted } from '#shared/lib/text';
import type { Instant } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { nextUpcomingDate } from '#shared/sessions/sessions';
import type { TimeSlot } from '#shared/sessions/slot';
import { css } from '#styled-system/css';
import { ClassPicture } from '../../../components/class-card.tsx';
import { IconLine } from '../../../components/icon-line.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PlacesMeter } from '../../../components/slot-box.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { VenueLine } from '../../../components/venue-line.tsx';
import { classesQuery, routeQuery } from '../../../lib/api/route-query.ts';
import { tryStorage } from '../../../lib/browser/try-storage.ts';
import { businessNow, msUntil, useBusinessNow, useInstant } from '../../../lib/time/today.ts';

const draftSchema = z.object({
  isTrial: z.boolean(),
  childId: z.string(),
  siblingIds: z._default(z.array(z.string()), []),
});
type BookingDraft = z.infer<typeof draftSchema>;

const emptyDraft: BookingDraft = { isTrial: false, childId: '', siblingIds: [] };

const keyOf = (slotId: SlotId): string => `booking-draft:${slotId}`;

const readDraft = (slotId: SlotId): BookingDraft =>
  tryStorage(() => draftSchema.parse(JSON.parse(sessionStorage.getItem(keyOf(slotId)) ?? 'null'))) ??
  emptyDraft;

/** The choices outlive a reload and a login in the same tab; they hold ids only. */
export const useBookingDraft = (slotId: SlotId) => {
  const [draft, setDraft] = useState(() => readDraft(slotId));
  const change = (changes: Partial<BookingDraft>): void => {
    const changed = { ...draft, ...changes };
    setDraft(changed);
    tryStorage(() => sessionStorage.setItem(keyOf(slotId), JSON.stringify(changed)));
  };
  return [draft, change] as const;
};

export const forgetBookingDraft = (slotId: SlotId): void => {
  tryStorage(() => sessionStorage.removeItem(keyOf(slotId)));
};

interface Slot {
  readonly classId: ClassId;
  readonly slotId: SlotId;
}

/** The cached listing has the class while the slot is loading. */
export const useKnownClass = (classId: ClassId): FootballClass | undefined =>
  useQueryClient()
    .getQueryData(classesQuery.queryKey)
    ?.classes.find(({ id }) => id === classId);

/** Read in one request on each visit and not cached, because places change by the minute and children may just have been added. */
export const bookableQuery = (slot: Slot, failure: string) =>
  queryOptions({
    ...routeQuery(familyRoutes.getBookableSlot, { params: slot }, failure),
    staleTime: 0,
    gcTime: 0,
  });

interface BackLinkProps {
  readonly to: string;
  readonly children: string;
}

/** The arrow is drawn: the fonts of the site have none. */
export const BackLink = ({ to, children }: BackLinkProps) => (
  <Button asChild variant="ghost" size="sm" alignSelf="start" ms="-3">
    <Link to={to}>
      <Text as="span" srOnly>
        {'← '}
      </Text>
      <ArrowLeft size="1.2em" aria-hidden />
      {children}
    </Link>
  </Button>
);

export const BackToClasses = () => <BackLink to={paths.browseClasses}>Back to Classes</BackLink>;

export const question = css({
  display: 'block',
  mb: { base: '1', md: '3' },
  fontFamily: 'heading',
  fontSize: { base: 'md', md: 'xl' },
  fontWeight: 'extrabold',
  letterSpacing: 'tight',
});

interface BookingHeaderProps {
  readonly cls: FootballClass;
  readonly slot: TimeSlot;
}

/** On a phone it is small and has no picture, so that the form fits below it (BOK-06, BOK-07). */
export const BookingHeader = ({ cls, slot }: BookingHeaderProps) => (
  <Card.Root>
    <ClassPicture cls={cls} className={css({ display: { mdDown: 'none' }, width: 'full', height: '52' })} />
    <Stack
      gap={{ base: '1.5', md: '4' }}
      px={{ base: '3.5', md: '5' }}
      py={{ base: '3', md: '5' }}
      fontSize={{ base: 'sm', md: 'md' }}
    >
      <HStack justify="space-between" align="center" gap="4" wrap="wrap">
        <Heading as="h1" fontSize={{ base: '2xl', md: '3xl' }}>
          {classTypeName(cls.class_type)}
        </Heading>
        <PlacesMeter slot={slot} />
      </HStack>
      <HStack wrap="wrap" gap="0" columnGap="5" rowGap={{ base: '1', md: '2.5' }}>
        <IconLine icon={CalendarDays} fontWeight="bold">
          {everyWeekday(cls.start_date)}
        </IconLine>
        <IconLine icon={Clock} fontWeight="bold" fontVariantNumeric="tabular-nums">
          {formatTimeRange(slot)}
        </IconLine>
        <VenueLine of={cls} isShort />
        <IconLine icon={UserRound}>Coach: {cls.coach_name}</IconLine>
      </HStack>
      <Prices cls={cls} slot={slot} />
    </Stack>
  </Card.Root>
);

const Prices = ({ cls, slot }: BookingHeaderProps) => {
  const moment = useBusinessNow();
  const { today } = moment;
  if (isOffSale(cls) || nextUpcomingDate(cls, slot, moment) === null) return null;
  return (
    <HStack wrap="wrap" gap="0" columnGap="6" rowGap="1" fontVariantNumeric="tabular-nums">
      <Text>
        Full program: <strong>{formatCents(slotPrice(cls, slot, today))}</strong> (
        {slotDisplayText(cls, slot, today)})
      </Text>
      <Text>
        Trial: <strong>{formatCents(trialPrice(cls))}</strong> (1 session)
      </Text>
    </HStack>
  );
};

/** @param children text of the form that needs no data, see `FormSkeleton` */
export const BookingSkeleton = ({ children }: PropsWithChildren) => (
  <>
    <Skeleton height="80" borderRadius="xl" />
    <FormSkeleton>{children}</FormSkeleton>
  </>
);

/** The loading form (BOK-01). @param children its longest text, which decides when a browser counts the page as loaded (LCP) */
export const FormSkeleton = ({ children }: PropsWithChildren) => (
  <Stack gap="5" aria-busy="true">
    <Text role="status" color="fg.muted">
      Loading...
    </Text>
    {children}
    <Skeleton height="32" />
    <Skeleton height="20" />
  </Stack>
);

/** Parents without children cannot book yet (BOK-09, BOK-10). */
export const NoChildren = () => (
  <Stack gap="4">
    <Notice status="warning" icon={UsersRound}>
      You need to add children to your account before booking a class.
    </Notice>
    <Button asChild colorPalette="accent" size="lg">
      <Link to={paths.parentProfile}>Add Children to Your Profile</Link>
    </Button>
  </Stack>
);

const twoDigits = (count: number): string => String(count).padStart(2, '0');

/** Rounded up so that the time is never shown as over too early: "3 days", "5 hours 20 minutes", "59:07". */
export const countdownText = (leftMs: number): string => {
  if (leftMs <= hourMs) {
    const seconds = Math.ceil(leftMs / secondMs);
    return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`;
  }
  const minutes = Math.ceil(leftMs / minuteMs);
  if (leftMs > 2 * dayMs) return counted(Math.floor((minutes * minuteMs) / dayMs), 'day', 'days');
  const hours = counted(Math.floor(minutes / 60), 'hour', 'hours');
  return minutes % 60 === 0 ? hours : `${hours} ${counted(minutes % 60, 'minute', 'minutes')}`;
};

export const NotOnSale = () => (
  <Stack gap="5">
    <Notice status="warning" icon={Info} role="status">
      {shownProblems.notOnSale.text}
    </Notice>
    <Button asChild variant="outline">
      <Link to={paths.browseClasses}>Browse Other Classes</Link>
    </Button>
  </Stack>
);

/** The form replaces the count-down by itself (TRM-06). */
export const NotOpenYet = ({ opens_at }: { readonly opens_at: Instant }) => {
  useInstant(opens_at, { counts: true });
  return (
    <Stack gap="5">
      <Notice status="info" icon={CalendarClock} role="status">
        This class opens for you on {formatDeadline(opens_at, businessNow())}. The form appears here then.
      </Notice>
      <Stack gap="1" align="center" py="4" role="timer">
        <Text color="fg.muted">Opens in</Text>
        <Text fontFamily="heading" fontSize="4xl" fontVariantNumeric="tabular-nums" fontWeight="extrabold">
          {countdownText(msUntil(opens_at))}
        </Text>
      </Stack>
      <Button asChild variant="outline">
        <Link to={paths.browseClasses}>Browse Other Classes</Link>
      </Button>
    </Stack>
  );
};
