import { Stack } from '@chakra-ui/react/stack';
import { useMemo } from 'react';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { ClassDraft } from '#shared/schemas/class-draft';
import type { CreateClass } from '#shared/schemas/class-input';
import { Button } from '../../../components/button.tsx';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { Modal } from '../../../components/modal.tsx';
import { ModalButtons } from '../../../components/modal-buttons.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { siteConfig } from '../../../lib/api/config.ts';
import { showIssues } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { ClassFields } from '../classes/class-fields.tsx';
import { savedValues } from '../classes/class-form-values.ts';
import { newClassSchema, useClassForm } from '../classes/use-class-form.ts';
import { FailureNotice } from '../failure-notice.tsx';
import { everyRead } from '../reads.ts';

interface EditDraftDialogProps {
  /** The stored draft; the dialog is open while this is set. */
  readonly draft: ClassDraft | undefined;
  readonly onClose: () => void;
}

/** Edits a draft (TRM-01). Closing the dialog keeps what was typed. */
export const EditDraftDialog = ({ draft, onClose }: EditDraftDialogProps) => (
  <Modal
    role="dialog"
    width="72rem"
    title="Edit Draft"
    isOpen={draft !== undefined}
    keepsText
    onClose={onClose}
  >
    {draft && <EditDraftForm key={`${draft.id}-${draft.version}`} draft={draft} onClose={onClose} />}
  </Modal>
);

const failure = 'Failed to update the draft';

/** After a version conflict the stored draft is loaded, and what was typed stays in the fields. */
const EditDraftForm = ({ draft, onClose }: { readonly draft: ClassDraft; readonly onClose: () => void }) => {
  const values = useMemo(() => savedValues(draft.form), [draft]);
  const { form, isRestored, startOver, discardDraft } = useClassForm<CreateClass>(
    newClassSchema(siteConfig().pictureHosts),
    { id: draft.id, values },
  );
  const save = useSubmission({
    send: (entered: CreateClass) =>
      callRoute(adminRoutes.updateDraft, {
        params: { classId: draft.id },
        body: { version: draft.version, form: entered },
      }),
    failure,
    changes: everyRead,
    onDone: () => {
      discardDraft();
      showToast({ type: 'success', title: 'Draft updated' });
      onClose();
    },
    onFailed: (error) => showIssues(error, form.setError),
  });
  return (
    <form noValidate onSubmit={form.handleSubmit(save.submit)}>
      <Stack gap="5">
        {isRestored && <DraftNotice onStartOver={startOver} />}
        <ClassFields form={form} />
        <FailureNotice error={save.error} failure={failure} />
        <ModalButtons onCancel={onClose}>
          <Button type="submit" disabled={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save Draft'}
          </Button>
        </ModalButtons>
      </Stack>
    </form>
  );
};
