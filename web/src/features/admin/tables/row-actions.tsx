import { HStack } from '@chakra-ui/react/stack';
import { Pencil, Trash2 } from 'lucide-react';
import type { PropsWithChildren } from 'react';
import { IconButton } from '../../../components/icon-button.tsx';

interface RowActionsProps {
  /** The row's object as it follows "Edit" and "Delete" in the labels. */
  readonly of: string;
  readonly onEdit?: () => void;
  readonly onDelete?: () => void;
}

/** The action buttons of a row; `children` come first. */
export const RowActions = ({ of, onEdit, onDelete, children }: PropsWithChildren<RowActionsProps>) => (
  <HStack gap="0.5" justify={{ base: 'start', md: 'end' }}>
    {children}
    {onEdit && (
      <IconButton label={`Edit ${of}`} onClick={onEdit}>
        <Pencil size="1.2em" aria-hidden />
      </IconButton>
    )}
    {onDelete && (
      <IconButton label={`Delete ${of}`} color="danger.fg" onClick={onDelete}>
        <Trash2 size="1.2em" aria-hidden />
      </IconButton>
    )}
  </HStack>
);
