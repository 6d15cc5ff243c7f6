import { Box } from '@chakra-ui/react/box';
import { HStack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import type { ReactNode } from 'react';
import type { LedgerLine } from '#shared/domain/ledger/ledger-lines';
import { formatCents } from '#shared/domain/pricing/money';
import { formatDate } from '#shared/domain/text/format';
import { Badge } from './badge.tsx';
import { PaymentBadge } from './payment-badge.tsx';

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
      </chakra.li>
    ))}
  </chakra.ul>
);
