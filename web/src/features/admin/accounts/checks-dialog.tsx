import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import * as z from 'zod/mini';
import {
  type Coach,
  type CoachCheck,
  type CoachChecks,
  coachCheckNames,
  coachChecks,
  coachChecksSchema,
} from '#shared/accounts/coaches';
import { adminRoutes } from '#shared/contract/admin-routes';
import { policies } from '#shared/policies';
import { Button } from '../../../components/controls.tsx';
import { TextField } from '../../../components/fields.tsx';
import { Modal, ModalButtons } from '../../../components/modal.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { showIssues, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { FailureNotice } from '../notices.tsx';
import { everyRead } from '../queries.ts';

interface ChecksDialogProps {
  /** The dialog is open while there is one. */
  readonly coach: Coach | null;
  readonly onClose: () => void;
}

/** Enters until when the checks of a coach are valid, and what was seen (COA-07). */
export const ChecksDialog = ({ coach, onClose }: ChecksDialogProps) => (
  <Modal
    role="dialog"
    width="36rem"
    title={coach ? `Checks of ${coach.full_name}` : 'Checks'}
    isOpen={coach !== null}
    onClose={onClose}
  >
    {coach && <ChecksForm coach={coach} onClose={onClose} />}
  </Modal>
);

interface CheckValues {
  readonly until: string;
  readonly note: string;
}

const valuesOf = (check: CoachCheck | null): CheckValues => ({
  until: check?.until ?? '',
  note: check?.note ?? '',
});

/** A check of which nothing is entered is none. */
const enteredOf = ({ until, note }: CheckValues): unknown =>
  until === '' && note.trim() === '' ? null : { until, note };

const formSchema = z.pipe(
  z.transform(({ background_check, first_aid }: Record<keyof CoachChecks, CheckValues>): unknown => ({
    background_check: enteredOf(background_check),
    first_aid: enteredOf(first_aid),
  })),
  coachChecksSchema,
);

const failure = 'Failed to save the checks';

const ChecksForm = ({ coach, onClose }: ChecksDialogProps & { readonly coach: Coach }) => {
  const form = useSchemaForm(formSchema, {
    background_check: valuesOf(coach.checks.background_check),
    first_aid: valuesOf(coach.checks.first_aid),
  });
  const { errors } = form.formState;
  const saving = useSubmission({
    send: (body: CoachChecks) =>
      callRoute(adminRoutes.setCoachChecks, { params: { userId: coach.id }, body }),
    failure,
    changes: everyRead,
    onDone: () => {
      showToast({ type: 'success', title: 'Checks saved' });
      onClose();
    },
    onFailed: (error) => showIssues(error, form.setError),
  });
  return (
    <form noValidate aria-label="Checks" onSubmit={form.handleSubmit(saving.submit)}>
      <Stack gap="4">
        <Text color="fg.muted">
          Enter what you have seen. No document is stored. The dashboard names a check{' '}
          {policies.coaches.checkNoticeDays} days before it ends.
        </Text>
        {coachChecks.map((check) => (
          <SimpleGrid key={check} columns={{ base: 1, sm: 2 }} gap="4">
            <TextField
              label={`${coachCheckNames[check]} valid until`}
              type="date"
              error={errors[check]?.until?.message}
              {...form.register(`${check}.until`)}
            />
            <TextField
              label={`${coachCheckNames[check]}: what you saw`}
              autoComplete="off"
              hint="Such as “Certificate 12345, original seen”"
              error={errors[check]?.note?.message}
              {...form.register(`${check}.note`)}
            />
          </SimpleGrid>
        ))}
        <FailureNotice error={saving.error} failure={failure} />
        <ModalButtons onCancel={onClose}>
          <Button type="submit" disabled={saving.isPending}>
            {saving.isPending ? 'Saving...' : 'Save Checks'}
          </Button>
        </ModalButtons>
      </Stack>
    </form>
  );
};
