import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Text } from '@chakra-ui/react/text';
import { useState } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import * as z from 'zod/mini';
import { adminRoutes } from '#shared/contract/admin-routes';
import { ledgerLines } from '#shared/ledger/ledger-lines';
import { recordAllowanceSchema, recordPaymentSchema, recordRefundSchema } from '#shared/ledger/payments';
import type { ManagedStatement } from '#shared/ledger/statement';
import { classTypeName, formatDate } from '#shared/lib/format';
import { bookingIdSchema, type UserId } from '#shared/lib/ids';
import { amountTextSchema, formatCents } from '#shared/lib/money';
import { CheckBox } from '../../../components/choices.tsx';
import { Modal } from '../../../components/modal.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { formKeys } from '../../../lib/api/attempt-key.ts';
import { showIssues, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { businessToday } from '../../../lib/time/today.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { everyRead } from '../queries.ts';
import { AmountField, EntryFormFrame, MoneyFields, NoteField } from './entry-form.tsx';

const failure = 'Failed to record the entry';

interface EntryOptions<Body> {
  readonly send: (body: Body, idempotencyKey: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/**
 * The form of an entry. Sent again after a lost answer it is the same attempt (PAY-02).
 * @returns what the fields and the frame need
 */
const useEntryForm = <Input extends FieldValues, Body extends object>(
  schema: z.ZodMiniType<Body, Input>,
  defaultValues: DefaultValues<Input>,
  { send, onClose }: EntryOptions<Body>,
) => {
  const [keyOf] = useState(formKeys);
  const { register, formState, handleSubmit, setError } = useSchemaForm(schema, defaultValues);
  const { submit, isPending, error } = useSubmission({
    send: (body: Body) => send(body, keyOf(body)),
    failure,
    changes: everyRead,
    onDone: () => {
      showToast({ type: 'success', title: 'Entry recorded' });
      onClose();
    },
    onFailed: (failed) => showIssues(failed, setError),
  });
  return {
    register,
    errors: formState.errors,
    frame: { onSubmit: handleSubmit(submit), onClose, isPending, error, failure },
  };
};

const allowanceSchema = z.extend(recordAllowanceSchema, { amount: amountTextSchema });

/** Gives a goodwill credit, or waives a claim (PAY-05). */
const AllowanceForm = ({ parentId, onClose }: EntryFormProps) => {
  const { register, errors, frame } = useEntryForm(
    allowanceSchema,
    { kind: 'credit', amount: '', note: '' },
    {
      send: (body, idempotencyKey) =>
        callRoute(adminRoutes.recordAllowance, { params: { parentId }, body, idempotencyKey }),
      onClose,
    },
  );
  return (
    <EntryFormFrame submitLabel="Record" {...frame}>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <SelectField
          label="Kind"
          hint="A credit lowers Total Revenue. A waiver gives up what is not paid."
          required
          error={errors.kind?.message}
          {...register('kind')}
        >
          <option value="credit">Credit</option>
          <option value="waiver">Waiver</option>
        </SelectField>
        <AmountField error={errors.amount?.message} {...register('amount')} />
      </SimpleGrid>
      <NoteField label="Reason" required error={errors.note?.message} {...register('note')} />
    </EntryFormFrame>
  );
};

/** The amount is text; no chosen booking is an empty text. */
const paymentSchema = z.extend(recordPaymentSchema, {
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
const PaymentForm = ({ parentId, statement, onClose }: EntryFormProps) => {
  const open = statement.charges.filter(({ rest }) => rest > 0);
  // What is due, or where nothing is, all that is left.
  const proposed = statement.due || statement.balance;
  const { register, errors, frame } = useEntryForm(
    paymentSchema,
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

const refundSchema = z.extend(recordRefundSchema, { amount: amountTextSchema });

/** Records money that was given back (PAY-05). */
const RefundForm = ({ parentId, onClose }: EntryFormProps) => {
  const { register, errors, frame } = useEntryForm(
    refundSchema,
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

export type EntryForm = 'payment' | 'refund' | 'allowance';

interface EntryFormProps {
  readonly parentId: UserId;
  readonly statement: ManagedStatement;
  readonly onClose: () => void;
}

const parts = {
  payment: { title: 'Record Payment', Form: PaymentForm },
  refund: { title: 'Record Refund', Form: RefundForm },
  allowance: { title: 'Credit or Waive', Form: AllowanceForm },
} as const;

interface EntryDialogProps extends EntryFormProps {
  /** The dialog is open while this is set. */
  readonly form: EntryForm | undefined;
}

/** The form of an entry. It names the latest entry, which another administrator may have recorded for the same transfer. */
export const EntryDialog = ({ form, ...props }: EntryDialogProps) => {
  const { title, Form } = parts[form ?? 'payment'];
  return (
    <Modal role="dialog" title={title} isOpen={form !== undefined} onClose={props.onClose}>
      <LatestEntry statement={props.statement} />
      <Form {...props} />
    </Modal>
  );
};

const LatestEntry = ({ statement: { entries } }: Pick<EntryFormProps, 'statement'>) => {
  const latest = entries.at(-1);
  const [line] = latest ? ledgerLines({ charges: [], entries: [latest] }) : [];
  return (
    <Text role="status" color="fg.muted">
      {latest && line
        ? `Recorded last: ${line.text}, ${formatCents(latest.amount)}, ${formatDate(line.day)}${latest.made_by_name ? `, by ${latest.made_by_name}` : ''}`
        : 'Nothing was recorded yet.'}
    </Text>
  );
};
