import { Text } from '@chakra-ui/react/text';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { Coach } from '#shared/schemas/coach';
import type { UserId } from '#shared/schemas/ids';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { everyRead } from '../reads.ts';

interface RemoveCoachDialogProps {
  /** The dialog is open while this is set. */
  readonly coach: Coach | undefined;
  readonly onClose: () => void;
}

/** Confirms that an account is no coach any more. */
export const RemoveCoachDialog = ({ coach, onClose }: RemoveCoachDialogProps) => {
  const removal = useSubmission({
    send: (userId: UserId) => callRoute(adminRoutes.revokeCoach, { params: { userId } }),
    failure: 'Failed to remove the coach',
    changes: everyRead,
    onDone: () => {
      showToast({ type: 'success', title: 'Coach removed' });
      onClose();
    },
    onFailed: onClose,
  });
  return (
    <ConfirmDialog
      title={`Remove ${coach?.full_name ?? 'this person'} as a coach?`}
      isOpen={coach !== undefined}
      onClose={onClose}
      action={['Remove Coach', 'Removing...']}
      isPending={removal.isPending}
      onConfirm={() => coach && removal.submit(coach.id)}
    >
      <Text>
        {coach?.full_name} no longer sees sessions and registers. Marks that were made stay, and so do the
        account and its family. Marks on the phone that were not sent are lost to the register.
      </Text>
    </ConfirmDialog>
  );
};
