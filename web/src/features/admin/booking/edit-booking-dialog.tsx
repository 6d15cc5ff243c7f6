import * as z from 'zod/mini';
import { bookingRoutes, updateBookingSchema } from '#shared/booking/admin-routes';
import type { BookingDetails } from '#shared/booking/booking';
import { classTypeName } from '#shared/lib/format';
import { readWhole } from '#shared/lib/money';
import type { EditedFields } from '../../../components/edited-form.tsx';
import { TextField } from '../../../components/fields.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { shortTimes } from '../cells.tsx';
import type { DialogProps } from '../dialogs.tsx';
import { EditDialog } from '../form-dialogs.tsx';

interface TypedBooking {
  readonly child_name: string;
  readonly child_age: string;
}

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

type Corrected = Pick<BookingDetails, 'child_name' | 'child_age'>;

const inputOf = ({ child_name, child_age }: Corrected): TypedBooking => ({
  child_name,
  child_age: String(child_age),
});

const fields: EditedFields<Corrected, TypedBooking> = {
  child_name: { label: 'Child Name', text: String },
  child_age: { label: 'Child Age', text: String },
};

export const EditBookingDialog = (dialog: DialogProps<BookingDetails>) => (
  <EditDialog
    {...dialog}
    title={() => 'Edit Booking'}
    schema={schemaFor}
    stored={({ child_name, child_age }) => ({ child_name, child_age })}
    toInput={inputOf}
    fields={fields}
    send={({ id }, body) => callRoute(bookingRoutes.updateBooking, { params: { bookingId: id }, body })}
    failure="Failed to update booking"
    done="Booking updated successfully"
    action={['Save Changes', 'Saving...']}
  >
    {(field, { time_slot }) => (
      <>
        <Text color="fg.muted">
          {classTypeName(time_slot.class.class_type)}, {time_slot.class.venue}, {shortTimes(time_slot)}
        </Text>
        <TextField label="Child Name" autoComplete="off" required {...field('child_name')} />
        <TextField
          label="Child Age"
          inputMode="numeric"
          autoComplete="off"
          required
          {...field('child_age')}
        />
      </>
    )}
  </EditDialog>
);
