import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Clock, Info } from 'lucide-react';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { type CardPayment, startCardPaymentSchema } from '#shared/cards/card-payment';
import { cardRoutes } from '#shared/cards/routes';
import { familyRoutes } from '#shared/contract/family-routes';
import type { MyStatement, StatementCharge } from '#shared/ledger/statement';
import { classTypeName, formatDate } from '#shared/lib/format';
import { bookingIdSchema, cardPaymentIdSchema } from '#shared/lib/ids';
import { amountTextSchema, formatCents } from '#shared/lib/money';
import { TextField } from '../../../components/fields.tsx';
import { Modal, ModalButtons } from '../../../components/modal.tsx';
import { Notice } from '../../../components/notice.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { attemptKeys } from '../../../lib/api/attempt-key.ts';
import { readAgain } from '../../../lib/api/read-again.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { fieldsOf, showIssues, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';

/** The amount is text; what is due first has an empty text as its booking. */
const schema = z.extend(startCardPaymentSchema, {
  amount: amountTextSchema,
  booking_id: z.pipe(
    z.pipe(
      z.string(),
      z.transform((id) => id || null),
    ),
    z.nullable(bookingIdSchema),
  ),
});

const chargeText = ({ child_name, class: cls, day, rest }: StatementCharge): string =>
  [
    child_name,
    ...(cls ? [classTypeName(cls.class_type)] : []),
    `booked on ${formatDate(day)}`,
    `${formatCents(rest)} left`,
  ].join(', ');

interface PayByCardProps {
  readonly statement: MyStatement;
  readonly onClose: () => void;
}

/** Asks how much is paid and for what, and leads to the page where it is paid (CRD-01). */
export const PayByCard = ({ statement, onClose }: PayByCardProps) => (
  <Modal title="Pay by card" role="dialog" isOpen onClose={onClose}>
    <PayForm statement={statement} onClose={onClose} />
  </Modal>
);

const PayForm = ({ statement, onClose }: PayByCardProps) => {
  const { due, balance, charges, pay_by_card } = statement;
  const [keyOf] = useState(attemptKeys);
  const form = useSchemaForm(schema, { amount: ((due || balance) / 100).toFixed(2), booking_id: '' });
  const field = fieldsOf(form);
  const starting = useSubmission({
    send: (body: z.infer<typeof schema>) =>
      callRoute(cardRoutes.startCardPayment, { body, idempotencyKey: keyOf(body) }),
    failure: 'Failed to open the payment page',
    changes: [familyRoutes.getMyLedger],
    onDone: ({ url }) => window.location.assign(url),
    onFailed: (error) => showIssues(error, form.setError),
  });
  const isLeaving = starting.isPending || starting.isDone;
  return (
    <form noValidate onSubmit={form.handleSubmit(starting.submit)}>
      <Stack gap="4">
        {pay_by_card === 'test' && <TestPayments />}
        <TextField
          label="Amount in dollars"
          hint="You can pay less now, and the rest later."
          inputMode="decimal"
          autoComplete="off"
          required
          {...field('amount')}
        />
        <SelectField label="For" {...field('booking_id')}>
          <option value="">What is due first</option>
          {charges
            .filter(({ rest }) => rest > 0)
            .map((charge) => (
              <option key={charge.booking_id} value={charge.booking_id}>
                {chargeText(charge)}
              </option>
            ))}
        </SelectField>
        <Text color="fg.muted">You pay on the page of Stripe. The school does not see your card.</Text>
        <ModalButtons onCancel={onClose}>
          <Button type="submit" colorPalette="accent" disabled={isLeaving}>
            {isLeaving ? 'Opening the payment page...' : 'Go to Payment'}
          </Button>
        </ModalButtons>
      </Stack>
    </form>
  );
};

const TestPayments = () => (
  <Notice icon={Info} status="info">
    Test payments: no money moves.
  </Notice>
);

/** What the state of a payment says to whoever is back from the payment page (CRD-02, CRD-03). */
const stateTexts = {
  asked: () => 'Your payment is being confirmed. This page shows it by itself.',
  processing: (amount) =>
    `Your bank is carrying out your payment of ${amount}. It counts as paid, and we tell you by email if it fails.`,
  paid: (amount) => `Thank you. We received ${amount}.`,
  failed: (amount) => `Your bank did not carry out your payment of ${amount}. You can pay again.`,
  expired: () => 'The payment page has ended. You paid nothing on it, and can start again.',
  aside: () => 'The school is looking at your payment, and will tell you. Please do not pay again.',
} as const satisfies Record<CardPayment['state'], (amount: string) => string>;

const isOpen = (state: CardPayment['state'] | undefined): boolean => state === undefined || state === 'asked';

/** How often the page asks while a payment is being confirmed, in milliseconds: every second, and less often after a minute. */
const askedEvery = (asked: number): number => (asked < 60 ? 1_000 : 10_000);

interface BackFromPaymentProps {
  readonly id: string;
  /** Whether the payment page was left without a payment. */
  readonly hasLeft: boolean;
}

/** Shows what became of a payment, within a second of the truth (CRD-02). */
export const BackFromPayment = ({ id, hasLeft }: BackFromPaymentProps) => {
  const parsed = cardPaymentIdSchema.safeParse(id);
  return parsed.success ? <Outcome id={parsed.data} hasLeft={hasLeft} /> : null;
};

const Outcome = ({
  id,
  hasLeft,
}: Pick<BackFromPaymentProps, 'hasLeft'> & { readonly id: CardPayment['id'] }) => {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    ...routeQuery(cardRoutes.getCardPayment, { params: { paymentId: id } }, 'Failed to load the payment'),
    refetchInterval: ({ state }) =>
      !hasLeft && isOpen(state.data?.state) ? askedEvery(state.dataUpdateCount) : false,
  });
  const state = data?.state;
  const isDecided = !isOpen(state);
  useEffect(() => {
    if (isDecided) readAgain(queryClient, familyRoutes.getMyLedger);
  }, [isDecided, queryClient]);
  if (!data) return null;
  const text =
    hasLeft && data.state === 'asked'
      ? 'You left the payment page. You paid nothing on it.'
      : stateTexts[data.state](formatCents(data.amount));
  const isGood = data.state === 'paid' || data.state === 'processing';
  return (
    <Stack gap="2" role="status">
      <Notice icon={isGood ? CircleCheck : Clock} status="info">
        {text}
      </Notice>
      {data.mode === 'test' && <TestPayments />}
    </Stack>
  );
};
