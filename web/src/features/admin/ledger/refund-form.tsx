import * as z from 'zod/mini';
import { adminRoutes } from '#shared/contract/admin-routes';
import { amountTextSchema } from '#shared/schemas/amount';
import { recordRefundSchema } from '#shared/schemas/entry-input';
import { callRoute } from '../../../lib/api/api-client.ts';
import { businessToday } from '../../../lib/time/today.ts';
import type { EntryFormProps } from './entry-dialog.tsx';
import { EntryFormFrame } from './entry-form-frame.tsx';
import { MoneyFields, NoteField } from './money-fields.tsx';
import { useEntryForm } from './use-entry-form.ts';

const formSchema = z.extend(recordRefundSchema, { amount: amountTextSchema });

/** Records money that was given back (PAY-05). */
export const RefundForm = ({ parentId, onClose }: EntryFormProps) => {
  const { register, errors, frame } = useEntryForm(
    formSchema,
    { amount: '', day: businessToday(), method: 'bank-transfer', note: '' },
    {
      send: (body, idempotencyKey) =>
        callRoute(adminRoutes.recordRefund, { params: { parentId }, body, idempotencyKey }),
      onClose,
    },
  );
  return (
    <EntryFormFrame submitLabel="Record Refund" {...frame}>
      <MoneyFields
        amount={{ error: errors.amount?.message, ...register('amount') }}
        day={{ error: errors.day?.message, ...register('day') }}
        method={{ error: errors.method?.message, ...register('method') }}
      />
      <NoteField label="Reason" required error={errors.note?.message} {...register('note')} />
    </EntryFormFrame>
  );
};
