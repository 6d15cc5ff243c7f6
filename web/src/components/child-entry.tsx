import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { ageOn } from '#shared/domain/children/age';
import { formatDate } from '#shared/domain/text/format';
import type { Child, Health } from '#shared/schemas/child';
import { businessToday } from '../lib/time/today.ts';
import { Card } from './card.tsx';
import { HealthLine } from './child-card-summary.tsx';
import { IconButton } from './icon-button.tsx';

interface ChildEntryProps {
  readonly child: Pick<Child, 'name' | 'date_of_birth'> & Health;
  readonly onRemove: () => void;
  readonly onEdit?: () => void;
  /** The rest of its card. */
  readonly children?: ReactNode;
}

/** A child in a list, with buttons that change and remove it. */
export const ChildEntry = ({ child, onRemove, onEdit, children }: ChildEntryProps) => {
  const { name, date_of_birth } = child;
  return (
    <Card asChild p="4">
      <li>
        <HStack align="start" justify="space-between" gap="3">
          <Stack gap="1" flex="1" minWidth="0" py="1.5" overflowWrap="anywhere">
            <Text fontWeight="bold" lineHeight="heading">
              {name} (age {ageOn(date_of_birth, businessToday())})
            </Text>
            <Text color="fg.muted">Born {formatDate(date_of_birth)}</Text>
          </Stack>
          {onEdit && (
            <IconButton label={`Edit ${name}`} onClick={onEdit}>
              <Pencil size="1.25em" aria-hidden />
            </IconButton>
          )}
          <IconButton label={`Remove ${name}`} onClick={onRemove}>
            <Trash2 size="1.25em" aria-hidden />
          </IconButton>
        </HStack>
        <HealthLine health={child} />
        {children}
      </li>
    </Card>
  );
};
