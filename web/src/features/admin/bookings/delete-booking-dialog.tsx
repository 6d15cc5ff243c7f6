import { Text } from '@chakra-ui/react/text';
import { adminRoutes } from '#shared/contract/admin-routes';
import { classTypeName, formatTimeRange } from '#shared/domain/format';
import { formatCents } from '#shared/domain/money';
import type { BookingDetails } from '#shared/schemas/booking';
import type { BookingId } from '#shared/schemas/ids';
import { callRoute } from '../../../lib/api/api-client.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { everyRead } from '../reads.ts';

interface DeleteBookingDialogProps {
  /** The dialog is open while this is set. */
  readonly booking: BookingDetails | undefined;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Confirms the deletion of a booking (ADM-47). */
export const DeleteBookingDialog = ({ booking, onClose, onDeleted }: DeleteBookingDialogProps) => {
  const deletion = useSubmission({
    send: (bookingId: BookingId) => callRoute(adminRoutes.deleteBooking, { params: { bookingId } }),
    failure: 'Failed to delete booking',
    changes: everyRead,
    onDone: () => {
      showToast({ type: 'success', title: 'Booking deleted successfully' });
      onClose();
      onDeleted();
    },
    onFailed: onClose,
  });
  return (
    <ConfirmDialog
      title={`Delete the booking of ${booking?.child_name ?? 'this child'}?`}
      isOpen={booking !== undefined}
      onClose={onClose}
      action={['Delete Booking', 'Deleting...']}
      isPending={deletion.isPending}
      onConfirm={() => booking && deletion.submit(booking.id)}
    >
      {booking && (
        <>
          <Text>{lossText(booking)}</Text>
          <Text color="fg.muted">To correct the child’s name or age, choose Edit instead.</Text>
        </>
      )}
    </ConfirmDialog>
  );
};

const lossText = ({ child_name, time_slot, amount }: BookingDetails): string =>
  `${child_name} loses the place in ${classTypeName(time_slot.class.class_type)} at ${time_slot.class.venue}, ${formatTimeRange(time_slot)}, and anybody can book it at once. Total Revenue falls by ${formatCents(amount)}. No email is sent. This cannot be undone.`;
