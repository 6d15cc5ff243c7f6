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
import { businessToday } from '../../lib/time/today.ts';
import { ClassCard } from './class-card.tsx';
import { filterClasses, isFiltering } from './class-filters.ts';
import { ClassListSkeleton } from './class-list-skeleton.tsx';
import { classesQuery } from './classes-query.ts';
import { FilterBar } from './filter-bar.tsx';
import type { BookingWords } from './slot-box.tsx';
import { useBook } from './use-book.ts';
import { useClassFilters } from './use-class-filters.ts';

interface ClassListProps {
  readonly words: BookingWords;
  /** Shown when there are no classes at all. */
  readonly empty: ReactNode;
}

/** The classes as cards, in each state they can be in: loading, failed, none, none that match, some. */
export const ClassList = ({ words, empty }: ClassListProps) => {
  const { data, isError, refetch } = useQuery(classesQuery);
  // Cards are made in short turns: hundreds of them hold up no touch and no key.
  const classes = useDeferredValue(data?.classes);
  const { filters, choices, set, clear } = useClassFilters();
  if (isError) return <LoadFailure onRetry={() => void refetch()} />;
  if (classes?.length === 0) return empty;
  return (
    <Stack gap="6">
      <FilterBar choices={choices} set={set} />
      {classes ? (
        <FoundClasses classes={classes} filters={filters} words={words} onClear={clear} />
      ) : (
        <ClassListSkeleton />
      )}
    </Stack>
  );
};

interface FoundClassesProps extends Pick<ClassListProps, 'words'> {
  readonly classes: readonly FootballClass[];
  readonly filters: ReturnType<typeof useClassFilters>['filters'];
  readonly onClear: () => void;
}

const FoundClasses = ({ classes, filters, words, onClear }: FoundClassesProps) => {
  const today = businessToday();
  const found = filterClasses(classes, filters, today);
  return (
    <>
      <Text role="status" color="fg.muted" mb="-2">
        {countText(found.length, classes.length, isFiltering(filters))}
      </Text>
      {found.length > 0 ? (
        <ClassCards classes={found} today={today} words={words} />
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

/** As many cards as the first screens hold. */
const firstCards = 12;
const noClasses: readonly FootballClass[] = [];

interface ClassCardsProps extends Pick<ClassListProps, 'words'> {
  readonly classes: readonly FootballClass[];
  readonly today: CalendarDate;
}

/** The first screens before the rest: nobody waits for cards that are out of sight. */
const ClassCards = ({ classes, today, words }: ClassCardsProps) => {
  const book = useBook();
  const rest = useDeferredValue(classes.slice(firstCards), noClasses);
  return (
    <CardGrid>
      {[...classes.slice(0, firstCards), ...rest].map((cls) => (
        <ClassCard key={cls.id} cls={cls} today={today} words={words} onBook={book} />
      ))}
    </CardGrid>
  );
};
