import type { PropsWithChildren } from 'react';
import { Button } from '../../components/button.tsx';
import { Modal } from '../../components/modal.tsx';
import { ModalButtons } from '../../components/modal-buttons.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Label of the button, and its label while the action is pending. */
  readonly action: readonly [idle: string, busy: string];
  readonly isPending: boolean;
  readonly onConfirm: () => void;
}

/** Confirms a destructive action; `children` say what is lost. */
export const ConfirmDialog = ({
  title,
  isOpen,
  onClose,
  action: [idle, busy],
  isPending,
  onConfirm,
  children,
}: PropsWithChildren<ConfirmDialogProps>) => (
  <Modal title={title} isOpen={isOpen} onClose={onClose}>
    {children}
    <ModalButtons onCancel={onClose}>
      <Button type="button" variant="danger" disabled={isPending} onClick={onConfirm}>
        {isPending ? busy : idle}
      </Button>
    </ModalButtons>
  </Modal>
);
