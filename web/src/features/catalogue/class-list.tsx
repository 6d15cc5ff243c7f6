import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import type { FootballClass } from '#shared/schemas/class';
import type { CalendarDate } from '#shared/schemas/values';
import { Button } from '../../components/button.tsx';
import { CardGrid } from '../../components/card-grid.tsx';
import { EmptyPitch } from '../../components/empty-pitch.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { useBusinessToday } from '../../lib/time/today.ts';
import { ClassCard } from './class-card.tsx';
import { filterClasses, isFiltering } from './class-filters.ts';
import { ClassListSkeleton } from './class-list-skeleton.tsx';
import { classesQuery } from './classes-query.ts';
import { FilterBar } from './filter-bar.tsx';
import type { BookingLabels } from './slot-box.tsx';
import { useBook } from './use-book.ts';
import { useClassFilters } from './use-class-filters.ts';

interface ClassListProps {
  readonly labels: BookingLabels;
  /** Shown when there are no classes at all. */
  readonly empty: ReactNode;
}

/** The class listing in each of its states: loading, failed, empty, without matches, with matches. */
export const ClassList = ({ labels, empty }: ClassListProps) => {
  const { data, isError, refetch } = useQuery(classesQuery);
  // Deferred, because rendering hundreds of cards at once would delay input.
  const classes = useDeferredValue(data?.classes);
  const { filters, choices, set, clear } = useClassFilters();
  if (isError) return <LoadFailure onRetry={() => void refetch()} />;
  if (classes?.length === 0) return empty;
  return (
    <Stack gap="6">
      <FilterBar choices={choices} set={set} />
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
  const today = useBusinessToday();
  const found = filterClasses(classes, filters, today);
  return (
    <>
      <Text role="status" color="fg.muted" mb="-2">
        {countText(found.length, classes.length, isFiltering(filters))}
      </Text>
      {found.length > 0 ? (
        <ClassCards classes={found} today={today} labels={labels} />
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
  const total = `${all} ${all === 1 ? 'class' : 'classes'}`;
  return filtering ? `${found} of ${total}` : total;
};

/** Cards of the first render: more than a window shows. */
const firstCards = 12;
const noClasses: readonly FootballClass[] = [];

interface ClassCardsProps extends Pick<ClassListProps, 'labels'> {
  readonly classes: readonly FootballClass[];
  readonly today: CalendarDate;
}

/** Renders the first cards at once and the rest in a deferred update. */
const ClassCards = ({ classes, today, labels }: ClassCardsProps) => {
  const book = useBook();
  const rest = useDeferredValue(classes.slice(firstCards), noClasses);
  return (
    <CardGrid>
      {[...classes.slice(0, firstCards), ...rest].map((cls) => (
        <ClassCard key={cls.id} cls={cls} today={today} labels={labels} onBook={book} />
      ))}
    </CardGrid>
  );
};
