import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { AreaScreen } from '../../../components/area-screen.tsx';
import { Loaded } from '../loaded.tsx';
import { TableSkeleton } from '../tables/table-skeleton.tsx';
import { AddCoachForm } from './add-coach-form.tsx';
import { coachesQuery } from './coaches-query.ts';
import { CoachesTable } from './coaches-table.tsx';

/** The coaches, and the form that adds one (COA-01). */
export const CoachesScreen = () => {
  const coaches = useQuery(coachesQuery);
  // Deferred like the list.
  const isWaiting = useDeferredValue(coaches.isPending);
  return (
    <AreaScreen title="Coaches">
      <Text color="fg.muted">
        A coach sees the sessions that you assign, from 24 hours before to 24 hours after each, and marks who
        came. You choose the sessions in the form of a class, or as a cover on its page.
      </Text>
      <Loaded query={coaches} skeleton={<TableSkeleton />}>
        {(data) => <CoachesTable coaches={data.coaches} />}
      </Loaded>
      {/* Below a placeholder of another height it would move when the list has loaded. */}
      {!isWaiting && <AddCoachForm />}
    </AreaScreen>
  );
};
