import type { PropsWithChildren } from 'react';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';
import { ModalButtons } from './modal-buttons.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly cancelLabel?: string;
  /** Label of the button, and its label while the action is pending. */
  readonly action: readonly [idle: string, busy: string];
  readonly isPending: boolean;
  /** Whether what the dialog says is still being read. */
  readonly isLoading?: boolean;
  readonly onConfirm: () => void;
}

/**
 * Confirms a destructive action. `children` say what is lost, in numbers, and name a less destructive alternative if there is
 * one.
 */
export const ConfirmDialog = ({
  title,
  isOpen,
  onClose,
  cancelLabel = 'Cancel',
  action: [idle, busy],
  isPending,
  isLoading = false,
  onConfirm,
  children,
}: PropsWithChildren<ConfirmDialogProps>) => (
  <Modal title={title} isOpen={isOpen} onClose={onClose}>
    {children}
    <ModalButtons cancelLabel={cancelLabel} onCancel={onClose}>
      <Button type="button" variant="danger" disabled={isPending || isLoading} onClick={onConfirm}>
        {isPending ? busy : idle}
      </Button>
    </ModalButtons>
  </Modal>
);
