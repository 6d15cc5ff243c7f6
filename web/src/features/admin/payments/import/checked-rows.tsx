import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import type { ReactNode } from 'react';
import { formatCents } from '#shared/domain/pricing/money';
import { formatDate } from '#shared/domain/text/format';
import type { SignedCents } from '#shared/schemas/signed-cents';
import { CheckBox } from '../../../../components/check-box.tsx';
import { Heading } from '../../../../components/heading.tsx';
import type { KnownRow } from './send-bank-rows.ts';

const List = chakra('ul', {
  base: { listStyle: 'none', display: 'flex', flexDirection: 'column', gap: '3', overflowWrap: 'anywhere' },
});

/** A list with its heading and number; nothing where it is empty. */
export const RowList = ({
  title,
  count,
  children,
}: {
  readonly title: string;
  readonly count: number;
  readonly children: ReactNode;
}) =>
  count === 0 ? null : (
    <Stack gap="2">
      <Heading as="h3" size="md">
        {title} ({count})
      </Heading>
      <List aria-label={title}>{children}</List>
    </Stack>
  );

const reasons = {
  reference: 'found by the reference',
  payer: 'has paid from this account before',
  amount: 'owes exactly this amount',
} as const;

/** What a family owes or has in credit, in words. */
const owed = (balance: SignedCents): string =>
  balance > 0 ? `${formatCents(balance)} open` : 'Nothing open';

/** What a bank file says of a row: "Feb 13, 2026, $162.00, A Parent, F-7K2M9". */
export const rowWords = ({ row: { day, amount, payer, text } }: KnownRow): string =>
  [formatDate(day), formatCents(amount), payer, text].filter((part) => part !== '').join(', ');

/** A row with the family that it is for, ticked where it is to be recorded. */
export const MatchedRow = ({
  known,
  isTicked,
  onTick,
}: {
  readonly known: KnownRow;
  readonly isTicked: boolean;
  readonly onTick: () => void;
}) =>
  known.match && (
    <li>
      <CheckBox checked={isTicked} onChange={onTick}>
        {formatCents(known.row.amount)} for {known.match.full_name}
      </CheckBox>
      <Text color="fg.muted" fontSize="sm">
        {owed(known.match.balance)}, {reasons[known.match.by]}
        {known.match.is_repeated && '. A payment of this amount is recorded around this day already'}
        {known.state === 'taken-back' && '. Recorded before, and taken back'}
      </Text>
      <Text fontSize="sm">{rowWords(known)}</Text>
    </li>
  );
