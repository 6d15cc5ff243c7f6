import { CalendarClock, CircleAlert, CircleCheck, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { type ChargeState, chargeStateText } from '#shared/ledger/balance';
import type { LedgerLine } from '#shared/ledger/ledger-lines';
import { formatDate } from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import { css } from '#styled-system/css';
import { Badge } from './ui/badge.tsx';
import { Box } from './ui/box.tsx';
import { HStack } from './ui/stack.tsx';
import { Text } from './ui/text.tsx';

type Charged = Pick<ChargeState, 'status' | 'rest' | 'amount' | 'later'>;

/** An icon shows the state too, so that it is not known by colour alone (PAY-10). */
export const paymentIcon = (status: ChargeState['status']): LucideIcon => {
  if (status === 'open') return CircleAlert;
  return status === 'later' ? CalendarClock : CircleCheck;
};

export const PaymentBadge = ({ charge }: { readonly charge: Charged }) => {
  const isOpen = charge.status === 'open';
  const Icon = paymentIcon(charge.status);
  return (
    <Badge colorPalette={isOpen || charge.status === 'later' ? 'neutral' : 'brand'} gap="1.5">
      <Icon size="1.1em" aria-hidden />
      {chargeStateText(charge)}
    </Badge>
  );
};

interface AccountListProps {
  readonly lines: readonly LedgerLine[];
  readonly renderMore?: (line: LedgerLine) => ReactNode;
}

/** The latest line is first (PAY-04). */
export const AccountList = ({ lines, renderMore }: AccountListProps) => (
  <ul aria-label="Account" className={css({ fontVariantNumeric: 'tabular-nums' })}>
    {lines.map((line) => (
      <li
        key={line.id}
        className={css({
          py: '3',
          borderTopWidth: '1px',
          borderColor: 'border',
          _first: { borderTopWidth: '0' },
        })}
      >
        <HStack align="start" justify="space-between" gap="4">
          <Box minWidth="0" overflowWrap="anywhere">
            <Text fontSize="sm" color="fg.muted">
              {formatDate(line.day)}
            </Text>
            <Text fontWeight="semibold" lineHeight="heading">
              {line.text}
            </Text>
            {line.dueDates && <Text color="fg.muted">{line.dueDates}</Text>}
            {line.note && <Text color="fg.muted">{line.note}</Text>}
            <HStack gap="2" wrap="wrap" mt="1" _empty={{ display: 'none' }}>
              {line.state && <PaymentBadge charge={line.state} />}
              {line.isTakenBack && <Badge>Taken back</Badge>}
              {renderMore?.(line)}
            </HStack>
          </Box>
          <Text fontWeight="bold" whiteSpace="nowrap">
            {formatCents(line.amount)}
          </Text>
        </HStack>
      </li>
    ))}
  </ul>
);
