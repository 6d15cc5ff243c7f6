import type { ManagedClass } from '#shared/schemas/class-input';
import { Modal } from '../../../components/modal.tsx';
import { EditClassForm } from './edit-class-form.tsx';

interface EditClassDialogProps {
  /** The stored class; the dialog is open while this is set. */
  readonly cls: ManagedClass | undefined;
  readonly onClose: () => void;
}

/** Edits a class (ADM-18). Closing the dialog keeps a draft. */
export const EditClassDialog = ({ cls, onClose }: EditClassDialogProps) => (
  <Modal
    role="dialog"
    width="72rem"
    title="Edit Class"
    isOpen={cls !== undefined}
    keepsText
    onClose={onClose}
  >
    {cls && <EditClassForm key={cls.id} cls={cls} onClose={onClose} />}
  </Modal>
);
