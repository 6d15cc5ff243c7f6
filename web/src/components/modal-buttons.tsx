import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, use } from 'react';
import { Button } from './button.tsx';
import { CloseRequest } from './close-request.ts';

interface ModalButtonsProps {
  /** "Close" where the dialog has no action. */
  readonly cancelLabel?: string;
  readonly onCancel: () => void;
  readonly children?: ReactNode;
}

/** The buttons of a dialog: Cancel, which has the initial focus, then the action. */
export const ModalButtons = ({ cancelLabel = 'Cancel', onCancel, children }: ModalButtonsProps) => {
  const request = use(CloseRequest);
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap-reverse"
      justifyContent="flex-end"
      gap="3"
      css={{ '& > *': { flexGrow: { base: '1', sm: '0' } } }}
    >
      <Button type="button" variant="ghost" onClick={() => request(onCancel)}>
        {cancelLabel}
      </Button>
      {children}
    </chakra.div>
  );
};
