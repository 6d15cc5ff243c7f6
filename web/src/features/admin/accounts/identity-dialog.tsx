import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import * as z from 'zod/mini';
import { Button } from '../../../components/controls.tsx';
import {
  IdentityFields,
  identityFields,
  noIdentity,
  useIdentity,
} from '../../../components/identity-fields.tsx';
import { Modal, ModalButtons } from '../../../components/modal.tsx';
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';

interface IdentityDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirmed: () => void;
}

/** Asks for the password again, and for the code where the account has one. */
export const IdentityDialog = ({ isOpen, onClose, onConfirmed }: IdentityDialogProps) => (
  <Modal title="Please confirm that it is you" isOpen={isOpen} onClose={onClose}>
    <IdentityForm onClose={onClose} onConfirmed={onConfirmed} />
  </Modal>
);

const formSchema = z.object(identityFields);

const IdentityForm = ({ onClose, onConfirmed }: Omit<IdentityDialogProps, 'isOpen'>) => {
  const form = useSchemaForm(formSchema, noIdentity);
  const { register, handleSubmit, formState } = form;
  const identity = useIdentity(form);
  const confirmation = useSubmission({
    send: (credentials: z.infer<typeof formSchema>) => identity.confirm(credentials),
    failure: 'Failed to check your password',
    onDone: (isConfirmed) => {
      if (isConfirmed) onConfirmed();
    },
  });
  return (
    <form noValidate onSubmit={handleSubmit(confirmation.submit)}>
      <Stack gap="5">
        <Text>Families rely on this, so please enter your password again.</Text>
        <IdentityFields
          password={{ error: formState.errors.password?.message, ...register('password') }}
          code={
            identity.needsCode ? { error: formState.errors.code?.message, ...register('code') } : undefined
          }
        />
        <ModalButtons onCancel={onClose}>
          <Button type="submit" variant="accent" disabled={confirmation.isPending}>
            {confirmation.isPending ? 'Checking...' : 'Continue'}
          </Button>
        </ModalButtons>
      </Stack>
    </form>
  );
};
