import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bookingRoutes, type RemovalCredit } from '#shared/booking/admin-routes';
import type { BookingDetails } from '#shared/booking/booking';
import { classTypeName, formatTimeRange } from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import { CheckBox } from '../../../components/choices.tsx';
import { Details } from '../../../components/modal.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { ConfirmChange, type DialogProps } from '../dialogs.tsx';

const choiceTexts: Record<RemovalCredit, string> = {
  charge: 'Rest of the charge',
  sessions: 'Sessions left',
  nothing: 'Nothing',
};
const choices = Object.keys(choiceTexts) as RemovalCredit[];

/** Asks what is credited and whether the parent is told (ADM-47, END-09). */
export const DeleteBookingDialog = (dialog: DialogProps<BookingDetails>) => {
  const [credit, setCredit] = useState<RemovalCredit>('charge');
  const [isTold, setIsTold] = useState(true);
  const { data: amounts } = useQuery({
    ...routeQuery(
      bookingRoutes.getRemovalChoices,
      { params: { bookingId: dialog.of?.id ?? '' } },
      'Failed to load what can be credited',
    ),
    enabled: dialog.of !== undefined,
  });
  return (
    <ConfirmChange
      {...dialog}
      title={({ child_name }) => `Delete the booking of ${child_name}?`}
      action={['Delete Booking', 'Deleting...']}
      send={({ id }, keyOf) => {
        const query = { credit, tell: isTold ? ('yes' as const) : ('no' as const) };
        const request = { params: { bookingId: id }, query };
        return callRoute(bookingRoutes.deleteBooking, { ...request, idempotencyKey: keyOf(request) });
      }}
      failure="Failed to delete booking"
      done="Booking deleted successfully"
      onClose={() => {
        setCredit('charge');
        setIsTold(true);
        dialog.onClose();
      }}
    >
      {(of) => (
        <>
          <Text>{lossText(of)}</Text>
          <SelectField
            label="Credit"
            value={credit}
            onChange={({ target }) =>
              setCredit(choices.find((choice) => choice === target.value) ?? 'charge')
            }
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
          <Details>
            <Text>
              The place goes to the waiting list first, otherwise anybody can book it at once. The family’s
              history keeps the booking.
            </Text>
            <Text>
              To give the child another place, choose Move in the roster instead. To correct the child’s name
              or age, choose Edit instead.
            </Text>
          </Details>
        </>
      )}
    </ConfirmChange>
  );
};

const lossText = ({ child_name, time_slot, amount }: BookingDetails): string =>
  `${child_name} loses the place in ${classTypeName(time_slot.class.class_type)} at ${time_slot.class.venue}, ${formatTimeRange(time_slot)}, booked for ${formatCents(amount)}. This cannot be undone.`;
