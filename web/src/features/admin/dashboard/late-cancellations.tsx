import { Stack } from '@chakra-ui/react/stack';
import type { LateEnding } from '#shared/schemas/ending-admin';
import { Heading } from '../../../components/heading.tsx';
import { LateEndingCard } from '../late-endings.tsx';

interface LateCancellationsProps {
  readonly lateEndings: readonly LateEnding[];
}

/** The late cancellations that an administrator is to decide (END-07). */
export const LateCancellations = ({ lateEndings }: LateCancellationsProps) => (
  <Stack as="section" aria-label="Late cancellations" gap="3">
    <Heading size="md">Late Cancellations to Decide</Heading>
    <Stack as="ul" gap="3" listStyleType="none">
      {lateEndings.map(({ parent, ...record }) => (
        <LateEndingCard key={record.id} record={record} parentName={parent.full_name} />
      ))}
    </Stack>
  </Stack>
);
