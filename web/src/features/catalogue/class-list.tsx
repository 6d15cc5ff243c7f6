import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useDeferredValue } from 'react';
import { isClassOver } from '#shared/domain/sessions/sessions';
import { counted } from '#shared/domain/text/counted';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import type { FootballClass } from '#shared/schemas/class';
import { Button } from '../../components/button.tsx';
import { CardGrid } from '../../components/card-grid.tsx';
import { ClassCard } from '../../components/class-card.tsx';
import { EmptyPitch } from '../../components/empty-pitch.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import type { BookingLabels } from '../../components/slot-box.tsx';
import { classesQuery } from '../../lib/api/classes-query.ts';
import { useSignInFact } from '../../lib/sign-in/sign-in.ts';
import { businessNow, useBusinessNow, useDayChange } from '../../lib/time/today.ts';
import { venuesOf } from '../../lib/venues-of.ts';
import { filterClasses, isFiltering } from './class-filters.ts';
import { ClassListSkeleton } from './class-list-skeleton.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useClassFilters } from './use-class-filters.ts';
import { useSlotActions } from './use-slot-actions.ts';

/** Loaded for parents alone. The listing does not wait for it. */
const FamilyPrices = lazy(async () => ({
  default: (await import('./family-prices.tsx')).FamilyPrices,
}));

interface ClassListProps {
  readonly labels: BookingLabels;
  /** Shown when there are no classes at all. */
  readonly empty: ReactNode;
}

/** The class listing in each of its states: loading, failed, empty, without matches, with matches. */
export const ClassList = ({ labels, empty }: ClassListProps) => {
  useDayChange();
  const { data, isLoadingError, refetch } = useQuery(classesQuery);
  // Deferred, because rendering hundreds of cards at once would delay input.
  const classes = useDeferredValue(data?.classes)?.filter((cls) => !isClassOver(cls, businessNow()));
  const { filters, choices, set, clear } = useClassFilters();
  if (isLoadingError) return <LoadFailure onRetry={() => void refetch()} />;
  if (classes?.length === 0) return empty;
  return (
    <Stack gap="6">
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
      <Text role="status" color="fg.muted" mb="-2">
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

/** Cards of the first render: more than a window shows. */
const firstCards = 12;
const noClasses: readonly FootballClass[] = [];

interface ClassCardsProps extends Pick<ClassListProps, 'labels'> {
  readonly classes: readonly FootballClass[];
  readonly moment: BusinessMoment;
}

/** Renders the first cards at once and the rest in a deferred update. */
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
