import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Notice } from '../../../components/notice.tsx';
import type { ClassChange } from './class-changes.ts';

/** Lists what another administrator has changed while the form was open. */
export const ConflictNotice = ({
  subject = 'class',
  changes,
}: {
  readonly subject?: 'class' | 'venue';
  readonly changes: readonly ClassChange[];
}) => {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <Notice ref={notice} tabIndex={-1} role="alert" tone="warning" icon={TriangleAlert}>
      <Stack gap="2">
        <Text fontWeight="bold">Someone else changed this {subject} in the meantime.</Text>
        <Stack as="ul" gap="1" listStyleType="disc" ps="5">
          {changes.map(({ field, before, now }) => (
            <li key={field}>
              {field}: {before} → {now}
            </li>
          ))}
        </Stack>
        <Text>
          What you typed is kept; the rest of the form shows the changes. Save again to replace them.
        </Text>
      </Stack>
    </Notice>
  );
};
