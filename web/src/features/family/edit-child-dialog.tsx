import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { familyRoutes } from '#shared/contract/family-routes';
import {
  hasHealthInput,
  healthNeeded,
  isHealthAnswered,
  isNothingToKnow,
} from '#shared/domain/children/health';
import type { Child } from '#shared/schemas/child';
import { type NewChild, newChildSchema } from '#shared/schemas/child-input';
import { Button } from '../../components/button.tsx';
import { ChildFields } from '../../components/child-fields.tsx';
import { Modal } from '../../components/modal.tsx';
import { ModalButtons } from '../../components/modal-buttons.tsx';
import { callRoute } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useChildForm, withBirthDateCheck } from '../../lib/forms/child-form.ts';
import { showIssues } from '../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../lib/forms/use-submission.ts';
import { showToast } from '../../lib/toasts/toasts.ts';

interface EditChildDialogProps {
  /** The dialog is open while this is set. */
  readonly child: Child | undefined;
  readonly onClose: () => void;
}

/** Changes a child's name, date of birth and health (KID-01). */
export const EditChildDialog = ({ child, onClose }: EditChildDialogProps) => (
  <Modal
    title={`Edit ${child?.name ?? 'child'}`}
    role="dialog"
    isOpen={child !== undefined}
    onClose={onClose}
  >
    {child && <EditChildForm key={child.id} child={child} onClose={onClose} />}
  </Modal>
);

const childSchema = withBirthDateCheck(newChildSchema);

const EditChildForm = ({ child, onClose }: EditChildDialogProps & { readonly child: Child }) => {
  const form = useChildForm(childSchema, {
    name: child.name,
    date_of_birth: child.date_of_birth,
    medical_conditions: child.medical_conditions ?? '',
    nothing_to_know: isNothingToKnow(child),
  });
  const save = useSubmission({
    send: (body: NewChild) => callRoute(familyRoutes.updateChild, { params: { childId: child.id }, body }),
    failure: 'Failed to save the changes',
    changes: [familyRoutes.getMyFamily, familyRoutes.listMyBookings],
    onDone: () => {
      showToast({ type: 'success', title: 'Changes saved' });
      onClose();
    },
    onFailed: (error) => {
      showIssues(error, form.setError);
      if (error instanceof ApiError && error.code === 'sameChildName')
        form.setError('name', { message: error.message }, { shouldFocus: true });
    },
  });
  const submit = (body: NewChild) => {
    if (!isHealthAnswered(child) || hasHealthInput(body)) return save.submit(body);
    form.setError('medical_conditions', { message: healthNeeded }, { shouldFocus: true });
  };
  return (
    <form noValidate onSubmit={form.handleSubmit(submit)}>
      <Stack gap="5">
        <ChildFields form={form} />
        <Text fontSize="sm" color="fg.muted">
          The coach sees the new name and conditions at once. Bookings keep the age they were made with.
        </Text>
        <ModalButtons onCancel={onClose}>
          <Button type="submit" disabled={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save Changes'}
          </Button>
        </ModalButtons>
      </Stack>
    </form>
  );
};
