import { type ChargeState, chargeStateText } from '#shared/domain/ledger/charge-state';
import { paymentIcon } from '../../../components/payment-badge.tsx';

/** How far a booking is paid, as the badge of a card says it, styled by the table: a page has one in each row (PAY-10). */
export const PaymentMark = ({
  charge,
}: {
  readonly charge: Pick<ChargeState, 'status' | 'rest' | 'amount' | 'later'>;
}) => {
  const Icon = paymentIcon(charge.status);
  return (
    <span data-payment={charge.status}>
      <Icon size="1.1em" aria-hidden />
      {chargeStateText(charge)}
    </span>
  );
};
