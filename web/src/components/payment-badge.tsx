import { CalendarClock, CircleAlert, CircleCheck, type LucideIcon } from 'lucide-react';
import { type ChargeState, chargeStateText } from '#shared/domain/ledger/charge-state';
import { Badge } from './badge.tsx';

type Charged = Pick<ChargeState, 'status' | 'rest' | 'amount' | 'later'>;

/** A state is known by its icon too, not by colour alone (PAY-10). */
export const paymentIcon = (status: ChargeState['status']): LucideIcon => {
  if (status === 'open') return CircleAlert;
  return status === 'later' ? CalendarClock : CircleCheck;
};

/** How far a booking is paid: an icon and words beside the colour (PAY-10). */
export const PaymentBadge = ({ charge }: { readonly charge: Charged }) => {
  const isOpen = charge.status === 'open';
  const Icon = paymentIcon(charge.status);
  return (
    <Badge variant={isOpen || charge.status === 'later' ? 'neutral' : 'brand'} gap="1.5">
      <Icon size="1.1em" aria-hidden />
      {chargeStateText(charge)}
    </Badge>
  );
};
