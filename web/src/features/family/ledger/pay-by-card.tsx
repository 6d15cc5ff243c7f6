import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Clock, Info } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import {
  type CardPayment,
  payableOf,
  smallestCardPayment,
  startCardPaymentSchema,
} from '#shared/cards/card-payment';
import { cardFamilyRoutes } from '#shared/cards/family-routes';
import { familyRoutes } from '#shared/contract/family-routes';
import type { MyStatement, StatementCharge } from '#shared/ledger/statement';
import { classTypeName, formatDate } from '#shared/lib/format';
import { type BookingId, bookingIdSchema, cardPaymentIdSchema } from '#shared/lib/ids';
import { amountTextSchema, formatCents } from '#shared/lib/money';
import type { Cents } from '#shared/lib/values';
import { TextField } from '../../../components/fields.tsx';
import { LoadFailure } from '../../../components/loading.tsx';
import { Modal, ModalButtons } from '../../../components/modal.tsx';
import { Notice } from '../../../components/notice.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { ApiError, ConnectionError, errorText } from '../../../lib/api/api-error.ts';
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

const inDollars = (cents: Cents): string => (cents / 100).toFixed(2);

export interface PayByCardProps {
  /** The dialog is open while this is set. */
  readonly of: MyStatement | undefined;
  readonly onClose: () => void;
}

/** Asks how much is paid and for what, and leads to the page where it is paid (CRD-01). */
export const PayByCard = ({ of, onClose }: PayByCardProps) => (
  // The way to the payment page must not ask whether the amount is discarded.
  <Modal
    title="Pay by card"
    role="dialog"
    width="32rem"
    keepsText
    isOpen={of !== undefined}
    onClose={onClose}
  >
    {of && <PayForm statement={of} onClose={onClose} />}
  </Modal>
);

const failure = 'Failed to open the payment page';

const hasIssues = (error: unknown): boolean => error instanceof ApiError && error.issues.length > 0;

interface PayFormProps {
  readonly statement: MyStatement;
  readonly onClose: () => void;
}

const PayForm = ({ statement, onClose }: PayFormProps) => {
  const { due, balance, charges, pay_by_card } = statement;
  const [keyOf] = useState(attemptKeys);
  const form = useSchemaForm(schema, {
    amount: inDollars(due || payableOf(statement, null)),
    booking_id: '',
  });
  const field = fieldsOf(form);
  const chosen = useWatch({ control: form.control, name: 'booking_id' });
  const payableFor = (id: string): Cents => payableOf(statement, id ? (id as BookingId) : null);
  const starting = useSubmission({
    send: (body: z.infer<typeof schema>) =>
      callRoute(cardFamilyRoutes.startCardPayment, { body, idempotencyKey: keyOf(body) }),
    failure,
    changes: [familyRoutes.getMyLedger],
    isShown: hasIssues,
    onDone: ({ url }) => window.location.assign(url),
    onFailed: (error) => {
      showIssues(error, form.setError);
      // This attempt is over: the next press begins another one.
      if (error instanceof ApiError) keyOf.renew();
    },
  });
  // The browser's "Back" may show this page as it was left.
  useEffect(() => {
    const closeShownAgain = ({ persisted }: PageTransitionEvent) => persisted && onClose();
    window.addEventListener('pageshow', closeShownAgain);
    return () => window.removeEventListener('pageshow', closeShownAgain);
  }, [onClose]);
  const isLeaving = starting.isPending || starting.isDone;
  const booking = field('booking_id');
  const { error } = starting;
  return (
    <form noValidate onSubmit={form.handleSubmit(starting.submit)}>
      <Stack gap="4">
        {pay_by_card === 'test' && <TestPayments />}
        <SelectField
          label="For"
          {...booking}
          onChange={(event) => {
            const { value } = event.currentTarget;
            form.setValue('amount', inDollars(value ? payableFor(value) : due || payableFor('')));
            form.clearErrors('amount');
            return booking.onChange(event);
          }}
        >
          <option value="">What is due first</option>
          {charges
            .filter(({ rest }) => rest >= smallestCardPayment)
            .map((charge) => (
              <option key={charge.booking_id} value={charge.booking_id}>
                {chargeText(charge)}
              </option>
            ))}
        </SelectField>
        <TextField
          label="Amount in dollars"
          hint={`Up to ${formatCents(payableFor(chosen))}. You can pay less now, and the rest later.`}
          inputMode="decimal"
          autoComplete="off"
          required
          {...field('amount')}
        />
        <Text color="fg.muted">
          You pay on the page of Stripe. The school sees the last four digits of your card, and no more.
        </Text>
        {error && !hasIssues(error) && (
          <Notice role="alert" status="error" icon={CircleAlert}>
            {error instanceof ConnectionError ? `${failure}. ${error.message}` : errorText(error, failure)}
          </Notice>
        )}
        <ModalButtons onCancel={onClose}>
          <Button type="submit" colorPalette="accent" disabled={isLeaving || balance <= 0}>
            {isLeaving ? 'Opening the payment page...' : 'Go to Payment'}
          </Button>
        </ModalButtons>
      </Stack>
    </form>
  );
};

const testPayments = 'Test payments: no money moves.';

const TestPayments = () => (
  <Notice icon={Info} status="info">
    {testPayments}
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

const lateText =
  'Your payment is not confirmed yet. You can close this page: the payment is shown here later, and a receipt comes by email. Please do not pay again.';

/** How often the page asks while a payment is being confirmed, in milliseconds: every second, and less often after a minute. */
const [usualPauseMs, laterPauseMs, lateAfterMs] = [1_000, 10_000, 60_000];

export interface PaymentFromPage {
  readonly id: string;
  /** Whether the payment page was left without a payment. */
  readonly hasLeft: boolean;
}

interface BackFromPaymentProps extends PaymentFromPage {
  /** Called once it is known whether the family may pay what is open, and when that changes. */
  readonly onKnown: (mayPay: boolean) => void;
}

/** Shows what became of a payment, within a second of the truth (CRD-02). */
export const BackFromPayment = ({ id, ...props }: BackFromPaymentProps) => {
  const parsed = cardPaymentIdSchema.safeParse(id);
  const { onKnown } = props;
  useEffect(() => {
    if (!parsed.success) onKnown(true);
  }, [parsed.success, onKnown]);
  return parsed.success ? <Outcome id={parsed.data} {...props} /> : null;
};

const Outcome = ({
  id,
  hasLeft,
  onKnown,
}: Omit<BackFromPaymentProps, 'id'> & { readonly id: CardPayment['id'] }) => {
  const queryClient = useQueryClient();
  const [openedAt] = useState(Date.now);
  const { data, error, isLoadingError, refetch, dataUpdatedAt } = useQuery({
    ...routeQuery(
      cardFamilyRoutes.getCardPayment,
      { params: { paymentId: id } },
      'Failed to load the payment',
    ),
    refetchInterval: ({ state: { data: known, dataUpdatedAt: at } }) => {
      if (hasLeft || known?.state !== 'asked') return false;
      return at - openedAt < lateAfterMs ? usualPauseMs : laterPauseMs;
    },
  });
  const state = data?.state;
  const isDecided = state !== undefined && state !== 'asked';
  useEffect(() => {
    if (isDecided) readAgain(queryClient, familyRoutes.getMyLedger);
  }, [isDecided, queryClient]);
  const mayPay = isLoadingError || (state === 'asked' ? hasLeft : state !== undefined && state !== 'aside');
  useEffect(() => onKnown(mayPay), [mayPay, onKnown]);
  // An address that was kept for months.
  if (error instanceof ApiError && error.code === 'cardPaymentNotFound') return null;
  if (isLoadingError) return <LoadFailure onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height="14" borderRadius="md" />;
  const textOf = (): string => {
    if (data.state !== 'asked') return stateTexts[data.state](formatCents(data.amount));
    if (hasLeft) return 'You left the payment page. You paid nothing on it.';
    return dataUpdatedAt - openedAt < lateAfterMs ? stateTexts.asked() : lateText;
  };
  const isGood = data.state === 'paid' || data.state === 'processing';
  const isBad = data.state === 'failed' || data.state === 'aside';
  return (
    <Notice
      icon={isGood ? CircleCheck : isBad ? CircleAlert : Clock}
      role="status"
      status={isBad ? 'warning' : 'info'}
    >
      {textOf()}
      {data.mode === 'test' && ` ${testPayments}`}
    </Notice>
  );
};
