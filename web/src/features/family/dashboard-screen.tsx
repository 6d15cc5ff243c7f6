import { useQuery } from '@tanstack/react-query';
import { CalendarCheck, ClipboardCheck, type LucideIcon, Search, UsersRound } from 'lucide-react';
import { useDeferredValue } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { brand } from '#shared/brand';
import { cardConfirmedOn, isCardDue } from '#shared/families/card';
import type { Child } from '#shared/families/family';
import type { MyFamily } from '#shared/families/members';
import { listed } from '#shared/lib/text';
import { paths } from '#shared/paths';
import { ChildCardCheck } from '../../components/child-card.tsx';
import { LoadFailure } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { AreaScreen } from '../../components/screen.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Heading } from '../../components/ui/heading.tsx';
import { Link } from '../../components/ui/link.tsx';
import { SimpleGrid } from '../../components/ui/simple-grid.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { HStack, Stack } from '../../components/ui/stack.tsx';
import { siteConfig } from '../../lib/api/config.ts';
import { bookingsQuery, familyQuery } from '../../lib/api/family-queries.ts';
import { useBusinessNow } from '../../lib/time/today.ts';
import { FamilyWeek } from './sessions/family-week.tsx';
import { comingSessions, type ShownBooking } from './sessions/next-session.ts';
import { MyOffers } from './waiting/waiting-section.tsx';

interface CardsDueProps {
  readonly childList: readonly Child[];
  readonly bookings: readonly ShownBooking[];
}

/** Children with a coming session whose card was not confirmed for long, or never (EME-03). */
const CardsDue = ({ childList, bookings }: CardsDueProps) => {
  const moment = useBusinessNow();
  const coming = new Set(comingSessions(bookings, moment).map(({ booking }) => booking.child_id));
  const due = childList.filter(
    (child) => coming.has(child.id) && isCardDue(cardConfirmedOn(child, siteConfig().timeZone), moment.today),
  );
  if (due.length === 0) return null;
  return (
    <Stack as="section" gap="4" aria-label="Cards to confirm">
      <Heading size="lg">Is this still right?</Heading>
      {due.map((child) => (
        <ChildCardCheck key={child.id} child={child} isAsked />
      ))}
    </Stack>
  );
};

const idsToCheck = ({ imported }: MyFamily) => new Set(imported.map(({ child_id }) => child_id));

const settledChildren = (family: MyFamily): readonly Child[] => {
  const waiting = idsToCheck(family);
  return family.children.filter(({ id }) => !waiting.has(id));
};

/** The family checks imported cards, which no coach sees before (IMP-03). */
const ToCheck = ({ family }: { readonly family: MyFamily }) => {
  const waiting = idsToCheck(family);
  const names = family.children.filter(({ id }) => waiting.has(id)).map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <Notice status="warning" icon={ClipboardCheck}>
      {brand.name} has notes about {listed(names)} in its files. No coach sees them before you confirm them.{' '}
      <Link asChild>
        <RouterLink to={paths.parentProfile}>Check them now</RouterLink>
      </Link>
    </Notice>
  );
};

export const ParentDashboardScreen = () => {
  const { data, isPending, isLoadingError, refetch } = useQuery(bookingsQuery);
  const family = useQuery(familyQuery);
  const isWaiting = useDeferredValue(isPending);
  const isFamilyWaiting = useDeferredValue(family.isPending);
  return (
    <AreaScreen title="Welcome to Your Dashboard">
      <MyOffers />
      {isPending || isWaiting ? (
        <DashboardSkeleton />
      ) : (
        <>
          {data && <FamilyWeek bookings={data.bookings} />}
          {isLoadingError && <LoadFailure onRetry={() => void refetch()} />}
          {family.isPending || isFamilyWaiting ? (
            <Skeleton height="20" borderRadius="xl" />
          ) : (
            <>
              {family.data && <ToCheck family={family.data} />}
              {family.data && data && (
                <CardsDue childList={settledChildren(family.data)} bookings={data.bookings} />
              )}
              <LinkCards />
            </>
          )}
        </>
      )}
    </AreaScreen>
  );
};

/** The height of the week is unknown, so the links below it wait. */
const DashboardSkeleton = () => (
  <Stack gap="6" aria-busy="true">
    <Skeleton height="64" borderRadius="xl" />
    <Skeleton height="20" borderRadius="xl" />
  </Stack>
);

const LinkCards = () => (
  <SimpleGrid columns={{ base: 1, lg: 3 }} gap="3">
    <LinkCard
      to={paths.parentClasses}
      icon={Search}
      title="Available Classes"
      text="Find a class and book a place."
    />
    <LinkCard
      to={paths.parentBookings}
      icon={CalendarCheck}
      title="My Bookings"
      text="See what is booked, for whom and when."
    />
    <LinkCard
      to={paths.parentProfile}
      icon={UsersRound}
      title="My Profile"
      text="Your details and your children."
    />
  </SimpleGrid>
);

interface LinkCardProps {
  readonly to: string;
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
}

const LinkCard = ({ to, icon: Icon, title, text }: LinkCardProps) => (
  <Card.Root asChild px="4" py="3" _hover={{ borderColor: 'border.control' }}>
    <RouterLink to={to}>
      <HStack gap="3" height="full" color="brand.fg">
        <Icon aria-hidden />
        <Stack gap="0.5" color="fg">
          <Card.Title>{title}</Card.Title>
          <Card.Description fontSize="sm" lineHeight="heading">
            {text}
          </Card.Description>
        </Stack>
      </HStack>
    </RouterLink>
  </Card.Root>
);
