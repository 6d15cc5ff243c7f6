import { IdentityForm } from '../../../components/identity-fields.tsx';
import { Modal, ModalButtons } from '../../../components/modal.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Text } from '../../../components/ui/text.tsx';

interface IdentityDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirmed: () => void;
}

export const IdentityDialog = ({ isOpen, onClose, onConfirmed }: IdentityDialogProps) => (
  <Modal title="Please confirm that it is you" isOpen={isOpen} onClose={onClose}>
    <IdentityForm
      send={async () => undefined}
      failure="Failed to check your password"
      onDone={onConfirmed}
      buttons={(isPending) => (
        <ModalButtons onCancel={onClose}>
          <Button type="submit" colorPalette="accent" disabled={isPending}>
            {isPending ? 'Checking...' : 'Continue'}
          </Button>
        </ModalButtons>
      )}
    >
      <Text>Families rely on this, so please enter your password again.</Text>
    </IdentityForm>
  </Modal>
);
