import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

/** The end of a dialog: the way out, which has the focus at first, and beside it what the dialog asks about. */
export const ModalButtons = ({
  onCancel,
  children,
}: {
  readonly onCancel: () => void;
  readonly children: ReactNode;
}) => (
  <chakra.div
    display="flex"
    flexWrap="wrap-reverse"
    justifyContent="flex-end"
    gap="3"
    css={{ '& > *': { flexGrow: { base: '1', sm: '0' } } }}
  >
    <Button type="button" variant="ghost" onClick={onCancel}>
      Cancel
    </Button>
    {children}
  </chakra.div>
);
