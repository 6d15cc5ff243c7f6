import { Text } from '@chakra-ui/react/text';
import { administratorRoutes } from '#shared/accounts/admin-routes';
import type { UserId } from '#shared/lib/ids';
import { Button } from '../../../components/controls.tsx';
import { IdentityForm } from '../../../components/identity-fields.tsx';
import { Modal, ModalButtons } from '../../../components/modal.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import type { DialogProps } from '../dialogs.tsx';
import { everyRead } from '../queries.ts';

interface Person {
  readonly id: UserId;
  readonly full_name: string;
}

/** Confirms that the second factor of somebody who has lost it is removed (MFA-05). */
export const ResetFactorDialog = ({ of: person, onClose }: DialogProps<Person>) => (
  <Modal
    title={`Reset the two-step login of ${person?.full_name}?`}
    isOpen={Boolean(person)}
    onClose={onClose}
  >
    {person && <ResetFactorForm person={person} onClose={onClose} />}
  </Modal>
);

interface FormProps {
  readonly person: Person;
  readonly onClose: () => void;
}

const ResetFactorForm = ({ person: { id, full_name }, onClose }: FormProps) => (
  <IdentityForm
    send={() => callRoute(administratorRoutes.resetSecondFactor, { params: { userId: id } })}
    failure="Failed to reset the two-step login"
    changes={everyRead}
    onDone={() => {
      showToast({ type: 'success', title: 'Two-step login reset', description: 'You both get an email.' });
      onClose();
    }}
    buttons={(isPending) => (
      <ModalButtons onCancel={onClose}>
        <Button type="submit" variant="danger" disabled={isPending}>
          {isPending ? 'Resetting...' : 'Reset Two-Step Login'}
        </Button>
      </ModalButtons>
    )}
  >
    <Text>
      For somebody who has lost the phone and the recovery codes. {full_name} is logged out everywhere, and
      the next login needs the password alone. You both get an email, and the activity log has it.
    </Text>
    <Text fontWeight="bold">Please make sure that it is {full_name} who asks, for example by a call.</Text>
  </IdentityForm>
);
