import * as z from 'zod/mini';
import { adminRoutes } from '#shared/contract/admin-routes';
import { amountTextSchema } from '#shared/schemas/amount';
import { type RecordRefund, recordRefundSchema } from '#shared/schemas/entry-input';
import { TextField } from '../../../components/text-field.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { showIssues, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { businessToday } from '../../../lib/time/today.ts';
import type { EntryFormProps } from './entry-dialog.tsx';
import { EntryFormFrame } from './entry-form-frame.tsx';
import { MoneyFields } from './money-fields.tsx';
import { entryFailure, useEntrySubmission } from './use-entry-submission.ts';

const formSchema = z.extend(recordRefundSchema, { amount: amountTextSchema });

/** Records money that was given back (PAY-05). */
export const RefundForm = ({ parentId, onClose }: EntryFormProps) => {
  const form = useSchemaForm(formSchema, {
    ...{ amount: '', day: businessToday(), method: 'bank-transfer', note: '' },
  });
  const { errors } = form.formState;
  const { submit, isPending, error } = useEntrySubmission({
    send: (body: RecordRefund, idempotencyKey) =>
      callRoute(adminRoutes.recordRefund, { params: { parentId }, body, idempotencyKey }),
    onClose,
    onFailed: (failed) => showIssues(failed, form.setError),
  });
  return (
    <EntryFormFrame
      onSubmit={form.handleSubmit(submit)}
      submitLabel="Record Refund"
      failure={entryFailure}
      {...{ onClose, isPending, error }}
    >
      <MoneyFields
        amount={{ error: errors.amount?.message, ...form.register('amount') }}
        day={{ error: errors.day?.message, ...form.register('day') }}
        method={{ error: errors.method?.message, ...form.register('method') }}
      />
      <TextField
        label="Reason"
        hint="The family sees it."
        autoComplete="off"
        required
        error={errors.note?.message}
        {...form.register('note')}
      />
    </EntryFormFrame>
  );
};
