import { CircleAlert, CircleCheck } from 'lucide-react';
import { type ChargeState, chargeStateText } from '#shared/domain/ledger/charge-state';
import { Badge } from './badge.tsx';

type Charged = Pick<ChargeState, 'status' | 'rest' | 'amount'>;

/** How far a booking is paid: an icon and words beside the colour (PAY-10). */
export const PaymentBadge = ({ charge }: { readonly charge: Charged }) => {
  const isOpen = charge.status === 'open';
  const Icon = isOpen ? CircleAlert : CircleCheck;
  return (
    <Badge variant={isOpen ? 'neutral' : 'brand'} gap="1.5">
      <Icon size="1.1em" aria-hidden />
      {chargeStateText(charge)}
    </Badge>
  );
};
