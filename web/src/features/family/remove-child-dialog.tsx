import { Text } from '@chakra-ui/react/text';
import { familyRoutes } from '#shared/contract/family-routes';
import type { Child } from '#shared/schemas/child';
import { Button } from '../../components/button.tsx';
import { Modal } from '../../components/modal.tsx';
import { ModalButtons } from '../../components/modal-buttons.tsx';
import { callRoute } from '../../lib/api/api-client.ts';
import { useSubmission } from '../../lib/forms/use-submission.ts';
import { showToast } from '../../lib/toasts/toasts.ts';

interface RemoveChildDialogProps {
  /** The dialog is open while this is set. */
  readonly child: Child | undefined;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

/** Confirms the removal of a child (PAR-28). */
export const RemoveChildDialog = ({ child, onClose, onRemoved }: RemoveChildDialogProps) => {
  const remove = useSubmission({
    send: ({ id }: Child) => callRoute(familyRoutes.removeChild, { params: { childId: id } }),
    failure: 'Failed to remove child',
    changes: [familyRoutes.getMyFamily],
    onDone: () => {
      showToast({ type: 'success', title: 'Child removed successfully' });
      onClose();
      onRemoved();
    },
    onFailed: onClose,
  });
  return (
    <Modal title={`Remove ${child?.name ?? 'child'}?`} isOpen={child !== undefined} onClose={onClose}>
      <Text>The details and the medical conditions will be deleted. What is booked stays booked.</Text>
      <ModalButtons onCancel={onClose}>
        <Button
          type="button"
          variant="danger"
          disabled={remove.isPending}
          onClick={() => child && remove.submit(child)}
        >
          {remove.isPending ? 'Removing...' : 'Remove Child'}
        </Button>
      </ModalButtons>
    </Modal>
  );
};
