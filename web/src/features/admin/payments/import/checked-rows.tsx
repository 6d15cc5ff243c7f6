import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import type { ReactNode } from 'react';
import { formatCents } from '#shared/domain/pricing/money';
import { CheckBox } from '../../../../components/check-box.tsx';
import { Heading } from '../../../../components/heading.tsx';
import { proposalWords, rowWords } from '../bank-row-words.ts';
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
        {proposalWords(known.match)}
        {known.state === 'taken-back' && '. Recorded before, and taken back'}
        {known.state === 'unassigned' && '. It is on the list of payments to assign'}
      </Text>
      <Text fontSize="sm">{rowWords(known.row)}</Text>
    </li>
  );
