import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import * as z from 'zod/mini';
import { type UpdateBooking, updateBookingSchema } from '#shared/booking/admin-routes';
import type { BookingDetails } from '#shared/booking/booking';
import { adminRoutes } from '#shared/contract/admin-routes';
import { classTypeName } from '#shared/lib/format';
import { readWhole } from '#shared/lib/money';
import { Button } from '../../../components/controls.tsx';
import { TextField } from '../../../components/fields.tsx';
import { Modal, ModalButtons } from '../../../components/modal.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { showIssues, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { shortTimes } from '../cells.tsx';
import { FailureNotice } from '../notices.tsx';
import { everyRead } from '../queries.ts';

interface EditBookingDialogProps {
  /** The dialog is open while this is set. */
  readonly booking: BookingDetails | undefined;
  readonly onClose: () => void;
}

/** Edits the child's name and age on a booking (ADM-43 to ADM-46). */
export const EditBookingDialog = ({ booking, onClose }: EditBookingDialogProps) => (
  <Modal role="dialog" title="Edit Booking" isOpen={booking !== undefined} onClose={onClose}>
    {booking && <EditBookingForm booking={booking} onClose={onClose} />}
  </Modal>
);

/** The form's values: the age is text. */
interface TypedBooking {
  readonly child_name: string;
  readonly child_age: string;
}

/** An age that was not changed is not sent, and so not checked (ADM-61). */
const schemaFor = ({ child_age: storedAge }: BookingDetails) =>
  z.pipe(
    z.transform(({ child_name, child_age }: TypedBooking): unknown => ({
      child_name,
      ...(readWhole(child_age) !== storedAge && {
        child_age: readWhole(child_age) ?? Number.NaN,
      }),
    })),
    updateBookingSchema,
  );

interface EditBookingFormProps {
  readonly booking: BookingDetails;
  readonly onClose: () => void;
}

const failure = 'Failed to update booking';

const EditBookingForm = ({ booking, onClose }: EditBookingFormProps) => {
  const { id, child_name, child_age, time_slot } = booking;
  const form = useSchemaForm(schemaFor(booking), { child_name, child_age: String(child_age) });
  const { errors } = form.formState;
  const save = useSubmission({
    send: (body: UpdateBooking) => callRoute(adminRoutes.updateBooking, { params: { bookingId: id }, body }),
    failure,
    changes: everyRead,
    onDone: () => {
      showToast({ type: 'success', title: 'Booking updated successfully' });
      onClose();
    },
    onFailed: (error) => showIssues(error, form.setError),
  });
  return (
    <form noValidate onSubmit={form.handleSubmit(save.submit)}>
      <Stack gap="5">
        <Text color="fg.muted">
          {classTypeName(time_slot.class.class_type)}, {time_slot.class.venue}, {shortTimes(time_slot)}
        </Text>
        <TextField
          label="Child Name"
          autoComplete="off"
          required
          error={errors.child_name?.message}
          {...form.register('child_name')}
        />
        <TextField
          label="Child Age"
          inputMode="numeric"
          autoComplete="off"
          required
          error={errors.child_age?.message}
          {...form.register('child_age')}
        />
        <FailureNotice error={save.error} failure={failure} />
        <ModalButtons onCancel={onClose}>
          <Button type="submit" disabled={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save Changes'}
          </Button>
        </ModalButtons>
      </Stack>
    </form>
  );
};
