import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { accountRoutes } from '#shared/contract/account-routes';
import { paths } from '#shared/paths';
import { deleteAccountSchema, deletionWord } from '#shared/schemas/account';
import { Button } from '../../components/button.tsx';
import { Modal } from '../../components/modal.tsx';
import { ModalButtons } from '../../components/modal-buttons.tsx';
import { TextField } from '../../components/text-field.tsx';
import { callRoute } from '../../lib/api/api-client.ts';
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../lib/forms/use-submission.ts';
import { confirmPassword, dropSession } from '../../lib/session/auth.ts';
import { showToast } from '../../lib/toasts/toasts.ts';
import { currentPasswordSchema, wrongPassword } from './current-password.ts';

const formSchema = z.extend(deleteAccountSchema, { password: currentPasswordSchema });

interface DeleteAccountDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Confirms the deletion of the account by a word to type and the password. */
export const DeleteAccountDialog = ({ isOpen, onClose }: DeleteAccountDialogProps) => (
  <Modal title="Delete your account?" isOpen={isOpen} onClose={onClose}>
    <DeleteAccountForm onCancel={onClose} />
  </Modal>
);

const DeleteAccountForm = ({ onCancel }: { readonly onCancel: () => void }) => {
  const navigate = useNavigate();
  const { register, handleSubmit, formState, setError } = useSchemaForm(formSchema, { password: '' });
  const deletion = useSubmission({
    send: async ({ password, ...body }: z.infer<typeof formSchema>) => {
      if (!(await confirmPassword(password))) return { isDeleted: false };
      await callRoute(accountRoutes.deleteMyAccount, { body });
      return { isDeleted: true };
    },
    failure: 'Failed to delete your account',
    onDone: ({ isDeleted }) => {
      if (!isDeleted) return setError('password', { message: wrongPassword }, { shouldFocus: true });
      dropSession({ byChoice: true });
      showToast({ type: 'success', title: 'Your account has been deleted' });
      navigate(paths.home);
    },
  });
  return (
    <form noValidate onSubmit={handleSubmit(deletion.submit)}>
      <Stack gap="5">
        <Text>
          Your details, your children and all your bookings will be deleted. The places you have booked go to
          other families. This cannot be undone.
        </Text>
        <TextField
          label={`Type ${deletionWord} to confirm`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={formState.errors.confirmation?.message}
          {...register('confirmation')}
        />
        <TextField
          label="Your Password"
          type="password"
          autoComplete="current-password"
          required
          error={formState.errors.password?.message}
          {...register('password')}
        />
        <ModalButtons onCancel={onCancel}>
          <Button type="submit" variant="danger" disabled={deletion.isPending}>
            {deletion.isPending ? 'Deleting...' : 'Delete Account'}
          </Button>
        </ModalButtons>
      </Stack>
    </form>
  );
};
