import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { familyRoutes } from '#shared/contract/family-routes';
import { cancellationPolicy } from '#shared/domain/cancellation-terms';
import type { MyBooking } from '#shared/schemas/my-bookings';
import { Button } from '../../components/button.tsx';
import { Modal } from '../../components/modal.tsx';
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

/** Says what the cancellation of a booking does, and asks for a second press (END-04, END-06). */
export const CancelBookingDialog = ({ booking, onClose, onCancelled }: CancelBookingDialogProps) => (
  <Modal title="Cancel this booking?" isOpen={booking !== undefined} onClose={onClose}>
    {booking && <CancelBooking booking={booking} onClose={onClose} onCancelled={onCancelled} />}
  </Modal>
);

const bodyOf = ({ class_id, time_slot_id, child_id }: MyBooking) => ({ class_id, time_slot_id, child_id });

const CancelBooking = ({
  booking,
  onClose,
  onCancelled,
}: CancelBookingDialogProps & { readonly booking: CancellableBooking }) => {
  const moment = useBusinessNow();
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
    <Stack gap="5">
      <Text>{cancellationText(booking, moment)}</Text>
      <Text fontSize="sm" color="fg.muted">
        {cancellationPolicy(booking.is_trial)}
      </Text>
      <Stack direction={{ base: 'column-reverse', sm: 'row' }} justify="end" gap="3">
        <Button type="button" variant="ghost" onClick={onClose}>
          Keep booking
        </Button>
        <Button
          type="button"
          variant="danger"
          disabled={cancel.isPending}
          onClick={() => cancel.submit(booking)}
        >
          {cancel.isPending ? 'Cancelling...' : 'Cancel booking'}
        </Button>
      </Stack>
    </Stack>
  );
};
