import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { accountRoutes } from '#shared/contract/account-routes';
import { balanceText } from '#shared/domain/ledger/ledger-lines';
import { formatCents } from '#shared/domain/pricing/money';
import { counted } from '#shared/domain/text/counted';
import { paths } from '#shared/paths';
import { policies } from '#shared/policies';
import { deleteAccountSchema, deletionWord } from '#shared/schemas/account';
import { centsSchema } from '#shared/schemas/values';
import { Button } from '../../components/button.tsx';
import { IdentityFields } from '../../components/identity-fields.tsx';
import { Modal } from '../../components/modal.tsx';
import { ModalButtons } from '../../components/modal-buttons.tsx';
import { TextField } from '../../components/text-field.tsx';
import { callRoute } from '../../lib/api/api-client.ts';
import { bookingsQuery } from '../../lib/api/bookings-query.ts';
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../lib/forms/use-submission.ts';
import { dropSignIn } from '../../lib/sign-in/auth.ts';
import { identityFields, noIdentity, useIdentity } from '../../lib/sign-in/use-identity.ts';
import { showToast } from '../../lib/toasts/toasts.ts';
import { isCancellable } from './cancellation-text.ts';
import { ledgerQuery } from './queries.ts';
import { waitingQuery } from './use-waiting.ts';

const formSchema = z.extend(deleteAccountSchema, identityFields);

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

/** Balance and bookings to come, which the deletion does not settle by itself (END-12), and ranks on waiting lists. */
const Reckoning = () => {
  const { data: account } = useQuery(ledgerQuery);
  const { data } = useQuery(bookingsQuery);
  const { data: waiting } = useQuery(waitingQuery);
  if (!account || !data || !waiting)
    return <Text color="fg.muted">Looking up your bookings and your balance...</Text>;
  const coming = data.bookings.filter(isCancellable);
  const credit = coming.reduce((sum, { ending }) => sum + ending.credit, 0);
  return (
    <Text fontWeight="bold">
      {coming.length === 0
        ? 'You have no bookings with sessions to come.'
        : `You have ${counted(coming.length, 'booking', 'bookings')} with sessions to come: by their terms ${formatCents(centsSchema.parse(credit))} is credited.`}{' '}
      {waiting.entries.length > 0 &&
        `You lose your rank on ${counted(waiting.entries.length, 'waiting list', 'waiting lists')}. `}
      {balanceText(account)}. Amounts stay in our books without your name for {policies.money.retentionYears}{' '}
      years.
    </Text>
  );
};

const DeleteAccountForm = ({ onCancel }: { readonly onCancel: () => void }) => {
  const navigate = useNavigate();
  const form = useSchemaForm(formSchema, noIdentity);
  const { register, handleSubmit, formState } = form;
  const identity = useIdentity(form);
  const deletion = useSubmission({
    send: async ({ password, code, ...body }: z.infer<typeof formSchema>) => {
      if (!(await identity.confirm({ password, code }))) return { isDeleted: false };
      await callRoute(accountRoutes.deleteMyAccount, { body });
      return { isDeleted: true };
    },
    failure: 'Failed to delete your account',
    onDone: ({ isDeleted }) => {
      if (!isDeleted) return;
      dropSignIn({ byChoice: true });
      showToast({ type: 'success', title: 'Your account has been deleted' });
      navigate(paths.home);
    },
  });
  return (
    <form noValidate onSubmit={handleSubmit(deletion.submit)}>
      <Stack gap="5">
        <Text>
          Your details and your children will be deleted, and your bookings are cancelled: the places go to
          other families. This cannot be undone.
        </Text>
        <Reckoning />
        <TextField
          label={`Type ${deletionWord} to confirm`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={formState.errors.confirmation?.message}
          {...register('confirmation')}
        />
        <IdentityFields
          password={{ error: formState.errors.password?.message, ...register('password') }}
          code={
            identity.needsCode ? { error: formState.errors.code?.message, ...register('code') } : undefined
          }
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
