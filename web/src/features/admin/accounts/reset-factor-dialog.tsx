import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import * as z from 'zod/mini';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { UserId } from '#shared/lib/ids';
import { Button } from '../../../components/controls.tsx';
import {
  IdentityFields,
  identityFields,
  noIdentity,
  useIdentity,
} from '../../../components/identity-fields.tsx';
import { Modal, ModalButtons } from '../../../components/modal.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { everyRead } from '../queries.ts';

interface Person {
  readonly id: UserId;
  readonly full_name: string;
}

interface ResetFactorDialogProps {
  /** The dialog is open while this is set. */
  readonly person: Person | null;
  readonly onClose: () => void;
}

/** Confirms that the second factor of somebody who has lost it is removed (MFA-05). */
export const ResetFactorDialog = ({ person, onClose }: ResetFactorDialogProps) => (
  <Modal
    title={`Reset the two-step login of ${person?.full_name ?? 'this person'}?`}
    isOpen={person !== null}
    onClose={onClose}
  >
    {person && <ResetFactorForm person={person} onClose={onClose} />}
  </Modal>
);

const formSchema = z.object(identityFields);

interface FormProps {
  readonly person: Person;
  readonly onClose: () => void;
}

const ResetFactorForm = ({ person: { id, full_name }, onClose }: FormProps) => {
  const form = useSchemaForm(formSchema, noIdentity);
  const { register, handleSubmit, formState } = form;
  const identity = useIdentity(form);
  const reset = useSubmission({
    send: async (credentials: z.infer<typeof formSchema>) => {
      if (!(await identity.confirm(credentials))) return { isReset: false };
      await callRoute(adminRoutes.resetSecondFactor, { params: { userId: id } });
      return { isReset: true };
    },
    failure: 'Failed to reset the two-step login',
    changes: everyRead,
    onDone: ({ isReset }) => {
      if (!isReset) return;
      showToast({ type: 'success', title: 'Two-step login reset', description: 'You both get an email.' });
      onClose();
    },
  });
  return (
    <form noValidate onSubmit={handleSubmit(reset.submit)}>
      <Stack gap="5">
        <Text>
          For somebody who has lost the phone and the recovery codes. {full_name} is logged out everywhere,
          and the next login needs the password alone. You both get an email, and the activity log has it.
        </Text>
        <Text fontWeight="bold">
          Please make sure that it is {full_name} who asks, for example by a call.
        </Text>
        <IdentityFields
          password={{ error: formState.errors.password?.message, ...register('password') }}
          code={
            identity.needsCode ? { error: formState.errors.code?.message, ...register('code') } : undefined
          }
        />
        <ModalButtons onCancel={onClose}>
          <Button type="submit" variant="danger" disabled={reset.isPending}>
            {reset.isPending ? 'Resetting...' : 'Reset Two-Step Login'}
          </Button>
        </ModalButtons>
      </Stack>
    </form>
  );
};
