import { Stack } from '@chakra-ui/react/stack';
import type { FormEventHandler, PropsWithChildren } from 'react';
import { Button } from '../../../components/button.tsx';
import { ModalButtons } from '../../../components/modal-buttons.tsx';
import { FailureNotice } from '../failure-notice.tsx';

interface EntryFormFrameProps {
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  readonly onClose: () => void;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly failure: string;
  readonly submitLabel: string;
}

/** The fields of an entry with its failure and buttons. */
export const EntryFormFrame = ({
  onSubmit,
  onClose,
  isPending,
  error,
  failure,
  submitLabel,
  children,
}: PropsWithChildren<EntryFormFrameProps>) => (
  <form noValidate onSubmit={onSubmit}>
    <Stack gap="5">
      {children}
      <FailureNotice error={error} failure={failure} />
      <ModalButtons onCancel={onClose}>
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Saving...' : submitLabel}
        </Button>
      </ModalButtons>
    </Stack>
  </form>
);
