import { Text } from '@chakra-ui/react/text';
import { familyRoutes } from '#shared/contract/family-routes';
import { cancellationPolicy } from '#shared/domain/bookings/cancellation-terms';
import { isMovable } from '#shared/domain/bookings/move-terms';
import type { MyBooking } from '#shared/schemas/my-bookings';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { callRoute } from '../../lib/api/api-client.ts';
import { bookingReads } from '../../lib/api/booking-reads.ts';
import { useSubmission } from '../../lib/forms/use-submission.ts';
import { useBusinessNow } from '../../lib/time/today.ts';
import { showToast } from '../../lib/toasts/toasts.ts';
import { type CancellableBooking, cancellationText } from './cancellation-text.ts';

interface CancelBookingDialogProps {
  /** The dialog is open while this is set. */
  readonly booking: CancellableBooking | undefined;
  readonly onClose: () => void;
  readonly onCancelled: () => void;
}

const bodyOf = ({ class_id, time_slot_id, child_id }: MyBooking) => ({ class_id, time_slot_id, child_id });

/** Says what the cancellation of a booking does, and asks for a second press (END-04, END-06). */
export const CancelBookingDialog = ({ booking, onClose, onCancelled }: CancelBookingDialogProps) => {
  const cancel = useSubmission({
    send: ({ id, ending, ...rest }: CancellableBooking) =>
      callRoute(familyRoutes.cancelBooking, {
        params: { bookingId: id },
        body: { ...bodyOf({ id, ending, ...rest }), credit: ending.credit },
      }),
    failure: 'Failed to cancel the booking',
    changes: bookingReads,
    onDone: () => {
      showToast({ type: 'success', title: 'Your booking is cancelled' });
      onClose();
      onCancelled();
    },
  });
  return (
    <ConfirmDialog
      title="Cancel this booking?"
      isOpen={booking !== undefined}
      onClose={onClose}
      cancelLabel="Keep booking"
      action={['Cancel booking', 'Cancelling...']}
      isPending={cancel.isPending}
      onConfirm={() => booking && cancel.submit(booking)}
    >
      {booking && <Loss booking={booking} />}
    </ConfirmDialog>
  );
};

const Loss = ({ booking }: { readonly booking: CancellableBooking }) => {
  const moment = useBusinessNow();
  const { time_slot: slot } = booking;
  return (
    <>
      <Text>{cancellationText(booking, moment)}</Text>
      {isMovable(booking, { cls: slot.class, slot, earlier_slots: booking.earlier_times }, moment) && (
        <Text>To keep a place at another time, choose “Change time or class” instead.</Text>
      )}
      <Text fontSize="sm" color="fg.muted">
        {cancellationPolicy(booking.is_trial)}
      </Text>
    </>
  );
};
