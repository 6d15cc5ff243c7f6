import { Text } from '@chakra-ui/react/text';
import { useState } from 'react';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { VenueId } from '#shared/schemas/ids';
import type { Venue } from '#shared/schemas/venue';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { attemptKeys } from '../../../lib/api/attempt-key.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { everyRead } from '../reads.ts';

interface DeleteVenueDialogProps {
  /** The dialog is open while this is set. */
  readonly venue: Venue | undefined;
  readonly onClose: () => void;
}

/** Confirms the deletion of a venue. One that classes name is refused by the API, which says how many do. */
export const DeleteVenueDialog = ({ venue, onClose }: DeleteVenueDialogProps) => {
  const [keyOf] = useState(attemptKeys);
  const deletion = useSubmission({
    send: (venueId: VenueId) =>
      callRoute(adminRoutes.deleteVenue, { params: { venueId }, idempotencyKey: keyOf({ venueId }) }),
    failure: 'Failed to delete venue',
    changes: everyRead,
    onDone: () => {
      showToast({ type: 'success', title: 'Venue deleted successfully' });
      onClose();
    },
    onFailed: onClose,
  });
  return (
    <ConfirmDialog
      title={`Delete ${venue?.name ?? 'this venue'}?`}
      isOpen={venue !== undefined}
      onClose={onClose}
      action={['Delete Venue', 'Deleting...']}
      isPending={deletion.isPending}
      onConfirm={() => venue && deletion.submit(venue.id)}
    >
      <Text>It is no longer offered for classes. A venue that a class names stays.</Text>
    </ConfirmDialog>
  );
};
