import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useDeferredValue } from 'react';
import { useNavigate } from 'react-router-dom';
import type { FootballClass } from '#shared/classes/class';
import type { BusinessMoment } from '#shared/lib/business-time';
import { counted } from '#shared/lib/text';
import { paths } from '#shared/paths';
import { isClassOver } from '#shared/sessions/sessions';
import type { TimeSlot } from '#shared/sessions/slot';
import { CardGrid, EmptyPitch } from '../../../components/badge.tsx';
import { ClassCard } from '../../../components/class-card.tsx';
import { LoadFailure } from '../../../components/loading.tsx';
import type { BookingLabels, SlotActions } from '../../../components/slot-box.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { classesQuery } from '../../../lib/api/route-query.ts';
import { loadChunk } from '../../../lib/browser/load-chunk.ts';
import { useIsVisitor, useSignInFact } from '../../../lib/sign-in/sign-in.ts';
import { businessNow, useBusinessNow, useDayChange } from '../../../lib/time/today.ts';
import { venuesOf } from '../../../lib/venues.ts';
import { filterClasses, isFiltering, useClassFilters } from './class-filters.ts';
import { FilterBar } from './filter-bar.tsx';
import pitch from './pitch.svg';

// Visitors log in before the booking screen, or the one that joins the waiting list (PUB-49, PUB-51, WAI-01).
const useSlotActions = (): SlotActions => {
  const isVisitor = useIsVisitor();
  const navigate = useNavigate();
  const open = async (screen: string, action: 'book' | 'join'): Promise<void> => {
    if (!isVisitor) return navigate(screen);
    const { askToLogIn } = await loadChunk(() => import('./ask-to-log-in.ts'));
    askToLogIn(navigate, screen, action);
  };
  return {
    onBook: ({ class_id, id }: TimeSlot) => open(paths.bookClass(class_id, id), 'book'),
    onJoin: ({ class_id, id }: TimeSlot) => open(paths.joinWaitingList(class_id, id), 'join'),
  };
};

const ClassListSkeleton = () => (
  <>
    <Text role="status" mb="-2" color="fg.muted">
      Loading classes...
    </Text>
    <CardGrid aria-busy="true">
      {['first', 'second', 'third'].map((key) => (
        <Card.Root key={key}>
          {/* Not smaller than the pictures that follow, however it is rounded: a larger one would be the LCP of the page. */}
          <Skeleton asChild width="full" height="[9.125rem]" borderRadius="[0]">
            <img src={pitch} alt="" />
          </Skeleton>
          <Card.Body p="5" gap="4">
            <Skeleton width="[55%]" height="8" />
            <Skeleton width="[80%]" height="24" />
            <Skeleton height="20" />
            <Skeleton height="20" />
            <Skeleton height="20" />
          </Card.Body>
        </Card.Root>
      ))}
    </CardGrid>
  </>
);

export const ListingHeader = () => (
  <Stack gap="2">
    <Heading as="h1" size="2xl">
      Book A Class
    </Heading>
    <Text maxWidth="prose" color="fg.muted" fontSize={{ md: 'lg' }}>
      Pick a class and a time. Come for the full program, or try a single session first.
    </Text>
  </Stack>
);

// Loaded for parents alone. The listing does not wait for it.
const FamilyPrices = lazy(async () => ({
  default: (await import('./family-prices.tsx')).FamilyPrices,
}));

interface ClassListProps {
  readonly labels: BookingLabels;
  readonly empty: ReactNode;
}

export const ClassList = ({ labels, empty }: ClassListProps) => {
  useDayChange();
  const { data, isLoadingError, refetch } = useQuery(classesQuery);
  // Deferred, because rendering hundreds of cards at once would delay input.
  const classes = useDeferredValue(data?.classes)?.filter((cls) => !isClassOver(cls, businessNow()));
  const { filters, choices, set, clear } = useClassFilters();
  if (isLoadingError) return <LoadFailure onRetry={() => void refetch()} />;
  if (classes?.length === 0) return empty;
  return (
    <Stack gap={{ base: '4', md: '6' }}>
      <FilterBar choices={choices} venues={venuesOf(classes ?? [])} set={set} />
      {classes ? (
        <FoundClasses classes={classes} filters={filters} labels={labels} onClear={clear} />
      ) : (
        <ClassListSkeleton />
      )}
    </Stack>
  );
};

interface FoundClassesProps extends Pick<ClassListProps, 'labels'> {
  readonly classes: readonly FootballClass[];
  readonly filters: ReturnType<typeof useClassFilters>['filters'];
  readonly onClear: () => void;
}

const FoundClasses = ({ classes, filters, labels, onClear }: FoundClassesProps) => {
  const moment = useBusinessNow();
  const found = filterClasses(classes, filters, moment);
  return (
    <>
      <Text role="status" mb="-2" color="fg.muted">
        {countText(found.length, classes.length, isFiltering(filters))}
      </Text>
      {found.length > 0 ? (
        <ClassCards classes={found} moment={moment} labels={labels} />
      ) : (
        <EmptyPitch>
          <Text fontSize="lg">No class matches what you are looking for.</Text>
          <Button variant="outline" onClick={onClear}>
            Show all classes
          </Button>
        </EmptyPitch>
      )}
    </>
  );
};

const countText = (found: number, all: number, filtering: boolean): string => {
  const total = counted(all, 'class', 'classes');
  return filtering ? `${found} of ${total}` : total;
};

const firstCards = 12;
const noClasses: readonly FootballClass[] = [];

interface ClassCardsProps extends Pick<ClassListProps, 'labels'> {
  readonly classes: readonly FootballClass[];
  readonly moment: BusinessMoment;
}

// The other cards come in a deferred update.
const ClassCards = ({ classes, moment, labels }: ClassCardsProps) => {
  const actions = useSlotActions();
  const isSignedIn = useSignInFact((signIn) => signIn.status === 'signedIn');
  const rest = useDeferredValue(classes.slice(firstCards), noClasses);
  return (
    <CardGrid>
      {[...classes.slice(0, firstCards), ...rest].map((cls) => (
        <ClassCard
          key={cls.id}
          cls={cls}
          moment={moment}
          labels={labels}
          actions={actions}
          priceNote={
            isSignedIn && (
              <Suspense>
                <FamilyPrices cls={cls} moment={moment} />
              </Suspense>
            )
          }
        />
      ))}
    </CardGrid>
  );
};
