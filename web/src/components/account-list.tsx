import { Box } from '@chakra-ui/react/box';
import { HStack as StyledHStack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { CalendarClock, CircleAlert, CircleCheck, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { type ChargeState, chargeStateText } from '#shared/ledger/balance';
import type { LedgerLine } from '#shared/ledger/ledger-lines';
import { formatDate } from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import { Badge } from './badge.tsx';
import { HStack, Text } from './plain.tsx';
import styles from './screen.module.css';

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
    <Badge variant={isOpen || charge.status === 'later' ? 'neutral' : 'brand'} className={styles.withIcon}>
      <Icon size="1.1em" aria-hidden />
      {chargeStateText(charge)}
    </Badge>
  );
};

interface AccountListProps {
  readonly lines: readonly LedgerLine[];
  /** What can be done with a line, and who made it. */
  readonly renderMore?: (line: LedgerLine) => ReactNode;
}

/** The lines of a family's account, the latest first (PAY-04). */
export const AccountList = ({ lines, renderMore }: AccountListProps) => (
  <chakra.ul aria-label="Account" fontVariantNumeric="tabular-nums">
    {lines.map((line) => (
      <chakra.li
        key={line.id}
        py="3"
        borderTopWidth="1px"
        borderColor="border"
        _first={{ borderTopWidth: '0' }}
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
            <StyledHStack gap="2" wrap="wrap" mt="1" _empty={{ display: 'none' }}>
              {line.state && <PaymentBadge charge={line.state} />}
              {line.isTakenBack && <Badge>Taken back</Badge>}
              {renderMore?.(line)}
            </StyledHStack>
          </Box>
          <Text fontWeight="bold" whiteSpace="nowrap">
            {formatCents(line.amount)}
          </Text>
        </HStack>
      </chakra.li>
    ))}
  </chakra.ul>
);
