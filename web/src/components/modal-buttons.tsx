import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

/** The buttons of a dialog: Cancel, which has the initial focus, then the action. */
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
