import { Stack } from '@chakra-ui/react/stack';
import { useQuery } from '@tanstack/react-query';
import { adminRoutes } from '#shared/contract/admin-routes';
import { Heading } from '../../../components/heading.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { LateEndingCard } from '../late-endings.tsx';

const lateEndingsQuery = routeQuery(adminRoutes.listLateEndings, {}, 'Failed to load late cancellations');

/** The late cancellations that an administrator is to decide; nothing where there is none (END-07). */
export const LateCancellations = () => {
  const { data } = useQuery(lateEndingsQuery);
  if (!data || data.late_endings.length === 0) return null;
  return (
    <Stack as="section" aria-label="Late cancellations" gap="3">
      <Heading size="md">Late Cancellations to Decide</Heading>
      <Stack as="ul" gap="3" listStyleType="none">
        {data.late_endings.map(({ parent, ...record }) => (
          <LateEndingCard key={record.id} record={record} parentName={parent.full_name} />
        ))}
      </Stack>
    </Stack>
  );
};
