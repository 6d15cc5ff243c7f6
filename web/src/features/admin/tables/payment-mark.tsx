import { CircleAlert, CircleCheck } from 'lucide-react';
import { type ChargeState, chargeStateText } from '#shared/domain/ledger/charge-state';

/** How far a booking is paid, as the badge of a card says it, styled by the table: a page has one in each row (PAY-10). */
export const PaymentMark = ({
  charge,
}: {
  readonly charge: Pick<ChargeState, 'status' | 'rest' | 'amount'>;
}) => {
  const Icon = charge.status === 'open' ? CircleAlert : CircleCheck;
  return (
    <span data-payment={charge.status}>
      <Icon size="1.1em" aria-hidden />
      {chargeStateText(charge)}
    </span>
  );
};
