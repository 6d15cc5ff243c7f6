import * as z from 'zod/mini';
import { adminRoutes } from '#shared/contract/admin-routes';
import { formatCents } from '#shared/domain/pricing/money';
import { classTypeName, formatDate } from '#shared/domain/text/format';
import { amountTextSchema } from '#shared/schemas/amount';
import { recordPaymentSchema } from '#shared/schemas/entry-input';
import { bookingIdSchema } from '#shared/schemas/ids';
import { CheckBox } from '../../../components/check-box.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { businessToday } from '../../../lib/time/today.ts';
import type { EntryFormProps } from './entry-dialog.tsx';
import { EntryFormFrame } from './entry-form-frame.tsx';
import { MoneyFields, NoteField } from './money-fields.tsx';
import { useEntryForm } from './use-entry-form.ts';

/** The amount is text; no chosen booking is an empty text. */
const formSchema = z.extend(recordPaymentSchema, {
  amount: amountTextSchema,
  booking_id: z.pipe(
    z.pipe(
      z.string(),
      z.transform((id) => id || null),
    ),
    z.nullable(bookingIdSchema),
  ),
});

/** Records money that came in (PAY-05, PAY-06). */
export const PaymentForm = ({ parentId, statement, onClose }: EntryFormProps) => {
  const open = statement.charges.filter(({ rest }) => rest > 0);
  // What is due, or where nothing is, all that is left.
  const proposed = statement.due || statement.balance;
  const { register, errors, frame } = useEntryForm(
    formSchema,
    {
      amount: proposed > 0 ? (proposed / 100).toFixed(2) : '',
      day: businessToday(),
      method: 'bank-transfer',
      note: '',
      booking_id: '',
      receipt: true,
    },
    {
      send: (body, idempotencyKey) =>
        callRoute(adminRoutes.recordPayment, { params: { parentId }, body, idempotencyKey }),
      onClose,
    },
  );
  return (
    <EntryFormFrame submitLabel="Record Payment" {...frame}>
      <MoneyFields
        amount={{ error: errors.amount?.message, ...register('amount') }}
        day={{ error: errors.day?.message, ...register('day') }}
        method={{ error: errors.method?.message, ...register('method') }}
      />
      <SelectField
        label="Booking"
        hint="Without a choice it pays what is due first."
        error={errors.booking_id?.message}
        {...register('booking_id')}
      >
        <option value="">What is due first</option>
        {open.map(({ booking_id, child_name, class: cls, day, rest }) => (
          <option key={booking_id} value={booking_id}>
            {[
              child_name,
              ...(cls ? [classTypeName(cls.class_type)] : []),
              `booked on ${formatDate(day)}`,
              `${formatCents(rest)} left`,
            ].join(', ')}
          </option>
        ))}
      </SelectField>
      <NoteField label="Reference (optional)" error={errors.note?.message} {...register('note')} />
      <CheckBox {...register('receipt')}>Send a receipt by email</CheckBox>
    </EntryFormFrame>
  );
};
