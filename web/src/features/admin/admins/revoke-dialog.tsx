import { Text } from '@chakra-ui/react/text';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { UserId } from '#shared/schemas/ids';
import type { ManagedProfile } from '#shared/schemas/managed-profile';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { everyRead } from '../reads.ts';

interface RevokeDialogProps {
  /** The dialog is open while this is set. */
  readonly admin: ManagedProfile | undefined;
  readonly onClose: () => void;
}

/** Confirms the revocation of an admin role. */
export const RevokeDialog = ({ admin, onClose }: RevokeDialogProps) => {
  const revocation = useSubmission({
    send: (userId: UserId) => callRoute(adminRoutes.revokeAdmin, { params: { userId } }),
    failure: 'Failed to revoke the admin role',
    changes: everyRead,
    onDone: () => {
      showToast({ type: 'success', title: 'Admin role revoked' });
      onClose();
    },
    onFailed: onClose,
  });
  return (
    <ConfirmDialog
      title={`Revoke the admin role of ${admin?.full_name ?? 'this person'}?`}
      isOpen={admin !== undefined}
      onClose={onClose}
      action={['Revoke Admin Role', 'Revoking...']}
      isPending={revocation.isPending}
      onConfirm={() => admin && revocation.submit(admin.id)}
    >
      <Text>
        {admin?.full_name} can no longer see or change classes, bookings and parents. The account stays, as a
        parent’s. The role can be granted again.
      </Text>
    </ConfirmDialog>
  );
};
