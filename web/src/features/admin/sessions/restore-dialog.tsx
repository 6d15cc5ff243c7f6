import { Text } from '@chakra-ui/react/text';
import { adminRoutes } from '#shared/contract/admin-routes';
import { formatLongDate } from '#shared/domain/format';
import type { SessionKey } from '#shared/schemas/cancellation';
import { callRoute } from '../../../lib/api/api-client.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { everyRead } from '../reads.ts';

interface RestoreDialogProps {
  /** The dialog is open while this is set. */
  readonly session: SessionKey | undefined;
  readonly onClose: () => void;
}

/** Confirms that a cancelled session is on again (CAN-11). */
export const RestoreDialog = ({ session, onClose }: RestoreDialogProps) => {
  const restoration = useSubmission({
    send: (body: SessionKey) => callRoute(adminRoutes.restoreSession, { body }),
    failure: 'Failed to bring the session back',
    changes: everyRead,
    onDone: ({ removed_make_up }) => {
      const title = 'The session is on again. The families are being told.';
      showToast({
        type: 'success',
        title: removed_make_up
          ? `${title} There is no session on ${formatLongDate(removed_make_up)}.`
          : title,
      });
      onClose();
    },
    onFailed: onClose,
  });
  return (
    <ConfirmDialog
      title={session ? `Bring back ${formatLongDate(session.date)}?` : 'Bring back?'}
      isOpen={session !== undefined}
      onClose={onClose}
      action={['Bring it back', 'Bringing it back...']}
      isPending={restoration.isPending}
      onConfirm={() => session && restoration.submit(session)}
    >
      <Text>
        The session is on again and the families are told. Credits for it are taken back. Its make-up date is
        removed, unless somebody has booked it since. Trials that moved stay moved.
      </Text>
    </ConfirmDialog>
  );
};
