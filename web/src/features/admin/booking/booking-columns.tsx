import type { PaidBooking } from '#shared/booking/admin-routes';
import type { Booking, BookingDetails } from '#shared/booking/booking';
import { type ChargeState, chargeStateText } from '#shared/ledger/balance';
import { classTypeName } from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import { css, cx } from '#styled-system/css';
import { paymentIcon } from '../../../components/account-list.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { businessDate } from '../../../lib/time/today.ts';
import { EmailText, orMissing, shortTimes } from '../cells.tsx';
import type { Column } from '../tables/column.ts';

const PaymentState = ({
  charge,
}: {
  readonly charge: Pick<ChargeState, 'status' | 'rest' | 'amount' | 'later'>;
}) => {
  const Icon = paymentIcon(charge.status);
  const isOpen = charge.status === 'open';
  return (
    <Badge
      colorPalette={isOpen ? 'neutral' : 'brand'}
      className={cx(badgeLook, isOpen && css({ 'tr:is(:hover, [data-open]) > * > &': { bg: 'bg.surface' } }))}
    >
      <Icon size="1.1em" aria-hidden />
      {chargeStateText(charge)}
    </Badge>
  );
};

const badgeLook = css({ gap: '1.5', fontSize: '[inherit]', whiteSpace: 'inherit' });

type OfSlot = Pick<BookingDetails, 'time_slot'>;
type OfParent = Pick<BookingDetails, 'parent'>;

export const classColumn: Column<OfSlot> = {
  id: 'class',
  line: 'leadEnd',
  header: 'Class Type',
  cell: ({ time_slot }) => classTypeName(time_slot.class.class_type),
  sortBy: ({ time_slot }) => time_slot.class.class_type,
};

export const venueColumn: Column<OfSlot> = {
  id: 'venue',
  header: 'Venue',
  kind: 'place',
  cell: ({ time_slot }) => time_slot.class.venue,
  sortBy: ({ time_slot }) => time_slot.class.venue,
};

export const slotColumn: Column<OfSlot> = {
  id: 'slot',
  line: 'detailEnd',
  header: 'Time Slot',
  kind: 'short',
  cell: ({ time_slot }) => shortTimes(time_slot),
  sortBy: ({ time_slot }) => time_slot.start_time,
};

export const childColumn: Column<Pick<Booking, 'child_name'>> = {
  id: 'child',
  line: 'lead',
  header: 'Child Name',
  kind: 'title',
  cell: ({ child_name }) => child_name,
  sortBy: ({ child_name }) => child_name,
};

export const ageColumn: Column<Pick<Booking, 'child_age'>> = {
  id: 'age',
  header: 'Child Age',
  kind: 'number',
  cell: ({ child_age }) => child_age,
  sortBy: ({ child_age }) => child_age,
};

export const parentColumn: Column<OfParent> = {
  id: 'parent',
  header: 'Parent',
  cell: ({ parent }) => orMissing(parent.full_name),
  sortBy: ({ parent }) => parent.full_name,
};

export const emailColumn: Column<OfParent> = {
  id: 'email',
  header: 'Email',
  kind: 'email',
  cell: ({ parent }) => <EmailText email={orMissing(parent.email)} />,
  sortBy: ({ parent }) => parent.email,
};

export const amountColumn: Column<Pick<Booking, 'amount'>> = {
  id: 'amount',
  header: 'Amount',
  kind: 'number',
  cell: ({ amount }) => formatCents(amount),
  sortBy: ({ amount }) => amount,
};

export const bookedColumn: Column<Pick<Booking, 'created_at'>> = {
  id: 'booked',
  header: 'Booked On',
  kind: 'spare',
  cell: ({ created_at }) => businessDate(created_at),
  sortBy: ({ created_at }) => created_at,
};

export const paymentColumn: Column<Pick<PaidBooking, 'payment' | 'amount'>> = {
  id: 'payment',
  header: 'Payment',
  kind: 'spare',
  cell: ({ payment, amount }) => <PaymentState charge={{ ...payment, amount }} />,
  sortBy: ({ payment }) => payment.rest,
};
