import type { ManagedClass } from '#shared/schemas/class-input';
import { Modal } from '../../../components/modal.tsx';
import { EditClassForm } from './edit-class-form.tsx';

interface EditClassDialogProps {
  /** What is to be changed, as it is stored now; the dialog is open while there is one. */
  readonly cls: ManagedClass | undefined;
  readonly onClose: () => void;
}

/** Changes a class (ADM-18). Closing it keeps what was typed for the next time it is opened. */
export const EditClassDialog = ({ cls, onClose }: EditClassDialogProps) => (
  <Modal role="dialog" title="Edit Class" isOpen={cls !== undefined} onClose={onClose}>
    {cls && <EditClassForm key={cls.id} cls={cls} onClose={onClose} />}
  </Modal>
);
