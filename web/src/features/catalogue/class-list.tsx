import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '../../components/card.tsx';
import { CardGrid } from '../../components/card-grid.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { businessToday } from '../../lib/today.ts';
import { ClassCard } from './class-card.tsx';
import { classesQuery } from './classes-query.ts';
import type { BookingWords } from './slot-box.tsx';
import { useBook } from './use-book.ts';

interface ClassListProps {
  readonly words: BookingWords;
  /** Shown when there are no classes. */
  readonly empty: ReactNode;
}

/** All classes as cards, in each state they can be in: loading, failed, none, some. */
export const ClassList = ({ words, empty }: ClassListProps) => {
  const { data, isPending, isError, refetch } = useQuery(classesQuery);
  const book = useBook();
  if (isPending) return <ClassListSkeleton />;
  if (isError) return <LoadFailure onRetry={() => void refetch()} />;
  if (data.classes.length === 0) return empty;
  const today = businessToday();
  return (
    <CardGrid>
      {data.classes.map((cls) => (
        <ClassCard key={cls.id} cls={cls} today={today} words={words} onBook={book} />
      ))}
    </CardGrid>
  );
};

const ClassListSkeleton = () => (
  <Stack gap="4" aria-busy="true">
    <Text role="status" color="fg.muted">
      Loading classes...
    </Text>
    <CardGrid>
      {['first', 'second', 'third'].map((place) => (
        <Card key={place}>
          <Skeleton height="36" borderRadius="0" />
          <Stack gap="4" p="5">
            <Skeleton height="8" width="55%" />
            <Skeleton height="24" width="80%" />
            <Skeleton height="20" />
            <Skeleton height="20" />
            <Skeleton height="20" />
          </Stack>
        </Card>
      ))}
    </CardGrid>
  </Stack>
);
