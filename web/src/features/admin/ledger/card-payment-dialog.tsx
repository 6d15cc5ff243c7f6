import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { cardRoutes } from '#shared/cards/routes';
import type { RouteResponse } from '#shared/contract/route';
import type { ProviderId } from '#shared/ledger/entry';
import { formatDate } from '#shared/lib/format';
import { amountTextSchema, formatCents } from '#shared/lib/money';
import type { Cents } from '#shared/lib/values';
import { ModalButtons } from '../../../components/modal.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { Facts } from '../cells.tsx';
import { ChangeForm, DialogOf, type DialogProps } from '../dialogs.tsx';
import { useChangeForm } from '../form-dialogs.tsx';
import { Loaded } from '../tables/loaded.tsx';
import { AmountField, NoteField } from './entry-form.tsx';

type Payment = RouteResponse<typeof cardRoutes.getManagedCardPayment>;

const refundSchema = (refundable: Cents) =>
  z.extend(cardRoutes.refundCardPayment.body, {
    amount: amountTextSchema.check(
      z.refine((amount) => amount <= refundable, { error: `Use at most ${formatCents(refundable)}` }),
    ),
  });

/** The entry of the refund follows from Stripe's event, some seconds later (CRD-04). */
const RefundForm = ({
  payment: { intent, refundable },
  onClose,
  onDone,
}: Pick<DialogProps<ProviderId>, 'onClose' | 'onDone'> & { readonly payment: Payment }) => {
  const [schema] = useState(() => refundSchema(refundable));
  const { field, frame } = useChangeForm(
    schema,
    { amount: (refundable / 100).toFixed(2), note: '' },
    {
      failure: 'Failed to refund',
      done: 'Refund asked for. Its entry follows in a moment.',
      send: (body, keyOf) =>
        callRoute(cardRoutes.refundCardPayment, { params: { intent }, body, idempotencyKey: keyOf(body) }),
      onDone: () => {
        onDone?.();
        onClose();
      },
      onClose,
    },
  );
  return (
    <ChangeForm action={['Refund to Card', 'Refunding...']} onClose={onClose} {...frame}>
      <AmountField {...field('amount')} />
      <NoteField label="Reason" required {...field('note')} />
    </ChangeForm>
  );
};

const PaymentDetails = ({
  intent,
  ...then
}: Pick<DialogProps<ProviderId>, 'onClose' | 'onDone'> & { readonly intent: ProviderId }) => {
  const query = useQuery(
    routeQuery(cardRoutes.getManagedCardPayment, { params: { intent } }, 'Failed to load the card payment'),
  );
  return (
    <Loaded query={query} skeleton={<Skeleton height="48" borderRadius="xl" aria-busy="true" />}>
      {(payment) => (
        <Stack gap="4">
          <Facts
            facts={[
              ['Paid with', payment.paid_with ?? 'Stripe does not say'],
              ['Amount', formatCents(payment.amount)],
              ['Day', formatDate(payment.day)],
              ['Can be refunded', formatCents(payment.refundable)],
            ]}
          />
          {payment.mode === 'test' && <Text color="fg.muted">Test payments: no money moves.</Text>}
          <Link href={payment.url} target="_blank" rel="noopener noreferrer" gap="1" alignSelf="start">
            Open in Stripe
            <ExternalLink size="1.1em" aria-hidden />
          </Link>
          {payment.refundable > 0 ? (
            <RefundForm payment={payment} {...then} />
          ) : (
            <>
              <Text>Nothing of it can be refunded: it was refunded, is disputed, or did not arrive.</Text>
              <ModalButtons cancelLabel="Close" onCancel={then.onClose} />
            </>
          )}
        </Stack>
      )}
    </Loaded>
  );
};

/** `onDone` is called once a refund was asked for. */
export const CardPaymentDialog = ({ of, ...then }: DialogProps<ProviderId>) => (
  <DialogOf of={of} title={() => 'Card payment'} onClose={then.onClose}>
    {(intent) => <PaymentDetails intent={intent} {...then} />}
  </DialogOf>
);
