import { Text } from '@chakra-ui/react/text';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { Reader, ReaderId } from '#shared/schemas/newsletter';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { everyRead } from '../reads.ts';

interface RemoveReaderDialogProps {
  /** The dialog is open while this is set. */
  readonly reader: Reader | undefined;
  readonly onClose: () => void;
}

/** Confirms that a reader is taken off the newsletter's list. */
export const RemoveReaderDialog = ({ reader, onClose }: RemoveReaderDialogProps) => {
  const removal = useSubmission({
    send: (readerId: ReaderId) => callRoute(adminRoutes.removeReader, { params: { readerId } }),
    failure: 'Failed to remove the reader',
    changes: everyRead,
    onDone: () => {
      showToast({ type: 'success', title: 'Reader removed' });
      onClose();
    },
    onFailed: onClose,
  });
  return (
    <ConfirmDialog
      title={`Remove ${reader?.email ?? 'this reader'}?`}
      isOpen={reader !== undefined}
      onClose={onClose}
      action={['Remove Reader', 'Removing...']}
      isPending={removal.isPending}
      onConfirm={() => reader && removal.submit(reader.id)}
    >
      <Text>The address gets no more news and is deleted. Its holder can join again on the site.</Text>
    </ConfirmDialog>
  );
};
