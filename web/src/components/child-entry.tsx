import { Box } from '@chakra-ui/react/box';
import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { HeartPulse, Pencil, Trash2 } from 'lucide-react';
import { ageOn } from '#shared/domain/children/age';
import { healthText, isNothingToKnow } from '#shared/domain/children/health';
import { formatDate } from '#shared/domain/text/format';
import type { Child, Health } from '#shared/schemas/child';
import { businessToday } from '../lib/time/today.ts';
import { Card } from './card.tsx';
import { IconButton } from './icon-button.tsx';
import { IconLine } from './icon-line.tsx';

interface ChildEntryProps {
  readonly child: Pick<Child, 'name' | 'date_of_birth'> & Health;
  readonly onRemove: () => void;
  readonly onEdit?: () => void;
}

/** A child in a list, with buttons that change and remove it. */
export const ChildEntry = ({ child, onRemove, onEdit }: ChildEntryProps) => {
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
        <Box color={isNothingToKnow(child) ? 'fg.muted' : 'warning.fg'} whiteSpace="pre-line">
          <IconLine icon={HeartPulse}>Health: {healthText(child)}</IconLine>
        </Box>
      </li>
    </Card>
  );
};
