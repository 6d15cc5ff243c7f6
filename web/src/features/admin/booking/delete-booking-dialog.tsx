import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RemovalCredit } from '#shared/booking/admin-routes';
import type { BookingDetails } from '#shared/booking/booking';
import { adminRoutes } from '#shared/contract/admin-routes';
import { classTypeName, formatTimeRange } from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import { CheckBox } from '../../../components/choices.tsx';
import { Button } from '../../../components/controls.tsx';
import { Modal, ModalButtons } from '../../../components/modal.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { attemptKeys } from '../../../lib/api/attempt-key.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { everyRead } from '../queries.ts';

interface DeleteBookingDialogProps {
  /** The dialog is open while this is set. */
  readonly booking: BookingDetails | undefined;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Confirms the deletion of a booking, and asks what is credited and whether the parent is told (ADM-47, END-09). */
export const DeleteBookingDialog = ({ booking, onClose, onDeleted }: DeleteBookingDialogProps) => {
  // A failure closes the dialog: the attempt continues when it is opened again.
  const [keyOf] = useState(attemptKeys);
  return (
    <Modal
      title={`Delete the booking of ${booking?.child_name ?? 'this child'}?`}
      isOpen={booking !== undefined}
      onClose={onClose}
    >
      {booking && <DeleteBooking key={booking.id} {...{ booking, keyOf, onClose, onDeleted }} />}
    </Modal>
  );
};

const choiceTexts: Record<RemovalCredit, string> = {
  charge: 'Rest of the charge',
  sessions: 'Sessions left',
  nothing: 'Nothing',
};
// Object.keys widens the key type; the record is closed.
const choices = Object.keys(choiceTexts) as RemovalCredit[];

const DeleteBooking = ({
  booking,
  keyOf,
  onClose,
  onDeleted,
}: DeleteBookingDialogProps & {
  readonly booking: BookingDetails;
  readonly keyOf: (request: object) => string;
}) => {
  const [credit, setCredit] = useState<RemovalCredit>('charge');
  const [isTold, setIsTold] = useState(true);
  const params = { bookingId: booking.id };
  const { data: amounts } = useQuery(
    routeQuery(adminRoutes.getRemovalChoices, { params }, 'Failed to load what can be credited'),
  );
  const deletion = useSubmission({
    send: () => {
      const request = { params, query: { credit, tell: isTold ? ('yes' as const) : ('no' as const) } };
      return callRoute(adminRoutes.deleteBooking, { ...request, idempotencyKey: keyOf(request) });
    },
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
    <Stack gap="5">
      <Text>{lossText(booking)}</Text>
      <SelectField
        label="Credit"
        value={credit}
        onChange={({ target }) => setCredit(choices.find((choice) => choice === target.value) ?? 'charge')}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choiceTexts[choice]}
            {amounts && choice !== 'nothing' && `: ${formatCents(amounts[choice])}`}
          </option>
        ))}
      </SelectField>
      <CheckBox checked={isTold} onChange={({ target }) => setIsTold(target.checked)}>
        Tell the parent
      </CheckBox>
      <Text color="fg.muted">
        To give the child another place, choose Move in the roster instead. To correct the child’s name or
        age, choose Edit instead.
      </Text>
      <ModalButtons onCancel={onClose}>
        <Button
          type="button"
          variant="danger"
          disabled={deletion.isPending}
          onClick={() => deletion.submit(undefined)}
        >
          {deletion.isPending ? 'Deleting...' : 'Delete Booking'}
        </Button>
      </ModalButtons>
    </Stack>
  );
};

const lossText = ({ child_name, time_slot, amount }: BookingDetails): string =>
  `${child_name} loses the place in ${classTypeName(time_slot.class.class_type)} at ${time_slot.class.venue}, ${formatTimeRange(time_slot)}, booked for ${formatCents(amount)}. The place goes to the waiting list first, otherwise anybody can book it at once. The family’s history keeps the booking. This cannot be undone.`;
