import * as z from 'zod/mini';
import { adminRoutes } from '#shared/contract/admin-routes';
import { formatDate } from '#shared/domain/format';
import { formatCents } from '#shared/domain/money';
import { amountTextSchema } from '#shared/schemas/amount';
import { type RecordPayment, recordPaymentSchema } from '#shared/schemas/entry-input';
import { bookingIdSchema } from '#shared/schemas/ids';
import { CheckBox } from '../../../components/check-box.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { showIssues, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { businessToday } from '../../../lib/time/today.ts';
import type { EntryFormProps } from './entry-dialog.tsx';
import { EntryFormFrame } from './entry-form-frame.tsx';
import { MoneyFields } from './money-fields.tsx';
import { entryFailure, useEntrySubmission } from './use-entry-submission.ts';

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
  const open = statement.charges.filter(({ status }) => status === 'open');
  const form = useSchemaForm(formSchema, {
    amount: statement.balance > 0 ? (statement.balance / 100).toFixed(2) : '',
    day: businessToday(),
    method: 'bank-transfer',
    note: '',
    booking_id: '',
    receipt: true,
  });
  const { errors } = form.formState;
  const { submit, isPending, error } = useEntrySubmission({
    send: (body: RecordPayment, idempotencyKey) =>
      callRoute(adminRoutes.recordPayment, { params: { parentId }, body, idempotencyKey }),
    onClose,
    onFailed: (failed) => showIssues(failed, form.setError),
  });
  return (
    <EntryFormFrame
      onSubmit={form.handleSubmit(submit)}
      submitLabel="Record Payment"
      failure={entryFailure}
      {...{ onClose, isPending, error }}
    >
      <MoneyFields
        amount={{ error: errors.amount?.message, ...form.register('amount') }}
        day={{ error: errors.day?.message, ...form.register('day') }}
        method={{ error: errors.method?.message, ...form.register('method') }}
      />
      <SelectField
        label="Booking"
        hint="Without a choice it pays the oldest open booking."
        error={errors.booking_id?.message}
        {...form.register('booking_id')}
      >
        <option value="">Oldest first</option>
        {open.map(({ booking_id, child_name, day, rest }) => (
          <option key={booking_id} value={booking_id}>
            {`${child_name}, booked on ${formatDate(day)}, ${formatCents(rest)} open`}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Reference (optional)"
        hint="The family sees it."
        autoComplete="off"
        error={errors.note?.message}
        {...form.register('note')}
      />
      <CheckBox {...form.register('receipt')}>Send a receipt by email</CheckBox>
    </EntryFormFrame>
  );
};
