import { Text } from '@chakra-ui/react/text';
import { useState } from 'react';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { ClassId } from '#shared/schemas/ids';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { attemptKeys } from '../../../lib/api/attempt-key.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { everyRead } from '../reads.ts';
import type { DraftDialogProps } from './publish-draft-dialog.tsx';

/** Confirms the deletion of a draft (TRM-01). */
export const DeleteDraftDialog = ({ draft, title, onClose, onDone }: DraftDialogProps) => {
  const [keyOf] = useState(attemptKeys);
  const deletion = useSubmission({
    send: (classId: ClassId) =>
      callRoute(adminRoutes.deleteDraft, { params: { classId }, idempotencyKey: keyOf({ classId }) }),
    failure: 'Failed to delete the draft',
    changes: everyRead,
    onDone: () => {
      showToast({ type: 'success', title: 'Draft deleted' });
      onClose();
      onDone();
    },
    onFailed: onClose,
  });
  return (
    <ConfirmDialog
      title={`Delete the draft of ${title}?`}
      isOpen={draft !== undefined}
      onClose={onClose}
      action={['Delete Draft', 'Deleting...']}
      isPending={deletion.isPending}
      onConfirm={() => draft && deletion.submit(draft.id)}
    >
      <Text>Nobody has seen it. What was entered is lost.</Text>
    </ConfirmDialog>
  );
};
