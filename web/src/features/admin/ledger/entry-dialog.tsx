import * as z from 'zod/mini';
import { paymentRoutes } from '#shared/ledger/admin-routes';
import { ledgerLines } from '#shared/ledger/ledger-lines';
import { recordAllowanceSchema, recordPaymentSchema, recordRefundSchema } from '#shared/ledger/payments';
import type { ManagedStatement } from '#shared/ledger/statement';
import { classTypeName, formatDate } from '#shared/lib/format';
import { bookingIdSchema, type FamilyId } from '#shared/lib/ids';
import { amountTextSchema, formatCents } from '#shared/lib/money';
import { CheckBox } from '../../../components/choices.tsx';
import { Modal } from '../../../components/modal.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { SimpleGrid } from '../../../components/ui/simple-grid.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { businessToday } from '../../../lib/time/today.ts';
import { ChangeForm } from '../dialogs.tsx';
import { useChangeForm } from '../form-dialogs.tsx';
import { AmountField, MoneyFields, NoteField } from './entry-form.tsx';

const recorded = { failure: 'Failed to record the entry', done: 'Entry recorded' };

const allowanceSchema = z.extend(recordAllowanceSchema, { amount: amountTextSchema });

const AllowanceForm = ({ parentId, onClose }: EntryFormProps) => {
  const { field, frame } = useChangeForm(
    allowanceSchema,
    { kind: 'credit', amount: '', note: '' },
    {
      ...recorded,
      send: (body, keyOf) =>
        callRoute(paymentRoutes.recordAllowance, { params: { parentId }, body, idempotencyKey: keyOf(body) }),
      onDone: onClose,
    },
  );
  return (
    <ChangeForm action={['Record', 'Saving...']} onClose={onClose} {...frame}>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <SelectField
          label="Kind"
          hint="A waiver gives up what is not paid. Both count as credited."
          required
          {...field('kind')}
        >
          <option value="credit">Credit</option>
          <option value="waiver">Waiver</option>
        </SelectField>
        <AmountField {...field('amount')} />
      </SimpleGrid>
      <NoteField label="Reason" required {...field('note')} />
    </ChangeForm>
  );
};

/** The amount is text; without a booking, `booking` is an empty text. */
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

const PaymentForm = ({ parentId, statement, onClose }: EntryFormProps) => {
  const open = statement.charges.filter(({ rest }) => rest > 0);
  // The due amount, or without one the whole balance.
  const proposed = statement.due || statement.balance;
  const { form, field, frame } = useChangeForm(
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
      ...recorded,
      send: (body, keyOf) =>
        callRoute(paymentRoutes.recordPayment, { params: { parentId }, body, idempotencyKey: keyOf(body) }),
      onDone: onClose,
    },
  );
  return (
    <ChangeForm action={['Record Payment', 'Saving...']} onClose={onClose} {...frame}>
      <MoneyFields amount={field('amount')} day={field('day')} method={field('method')} />
      <SelectField
        label="Booking"
        hint="Without a choice it pays what is due first."
        {...field('booking_id')}
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
      <NoteField label="Reference (optional)" {...field('note')} />
      <CheckBox {...form.register('receipt')}>Send a receipt by email</CheckBox>
    </ChangeForm>
  );
};

const refundSchema = z.extend(recordRefundSchema, { amount: amountTextSchema });

const RefundForm = ({ parentId, onClose }: EntryFormProps) => {
  const { field, frame } = useChangeForm(
    refundSchema,
    { amount: '', day: businessToday(), method: 'bank-transfer', note: '' },
    {
      ...recorded,
      send: (body, keyOf) =>
        callRoute(paymentRoutes.recordRefund, { params: { parentId }, body, idempotencyKey: keyOf(body) }),
      onDone: onClose,
    },
  );
  return (
    <ChangeForm action={['Record Refund', 'Saving...']} onClose={onClose} {...frame}>
      <MoneyFields amount={field('amount')} day={field('day')} method={field('method')} />
      <NoteField label="Reason" required {...field('note')} />
    </ChangeForm>
  );
};

export type EntryForm = 'payment' | 'refund' | 'allowance';

interface EntryFormProps {
  readonly parentId: FamilyId;
  readonly statement: ManagedStatement;
  readonly onClose: () => void;
}

const forms = {
  payment: { title: 'Record Payment', Form: PaymentForm },
  refund: { title: 'Record Refund', Form: RefundForm },
  allowance: { title: 'Credit or Waive', Form: AllowanceForm },
} as const;

interface EntryDialogProps extends EntryFormProps {
  readonly form: EntryForm | undefined;
}

export const EntryDialog = ({ form, ...props }: EntryDialogProps) => {
  const { title, Form } = forms[form ?? 'payment'];
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
