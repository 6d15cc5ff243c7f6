import { HStack, Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminRoutes } from '#shared/contract/admin-routes';
import { formatCents } from '#shared/domain/pricing/money';
import { formatDate } from '#shared/domain/text/format';
import type { ListedUnassignedRow } from '#shared/schemas/bank-import';
import { Button } from '../../../../components/button.tsx';
import { Card } from '../../../../components/card.tsx';
import { Heading } from '../../../../components/heading.tsx';
import { routeQuery } from '../../../../lib/api/route-query.ts';
import { TrailButtons, useTrail } from '../../tables/trail.tsx';
import { proposalWords } from '../bank-row-words.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { IgnoreDialog } from './ignore-dialog.tsx';

const List = chakra('ul', {
  base: {
    listStyle: 'none',
    overflowWrap: 'anywhere',
    '& > li': { py: '3', borderTopWidth: '1px', borderColor: 'border' },
  },
});

/** Rows of bank files for which nobody has named a family: to assign, or to ignore (BNK-03). Nothing where none waits. */
export const UnassignedRows = () => {
  const page = useTrail();
  const [assigned, setAssigned] = useState<ListedUnassignedRow>();
  const [ignored, setIgnored] = useState<ListedUnassignedRow>();
  const { data } = useQuery({
    ...routeQuery(
      adminRoutes.listUnassignedRows,
      { query: { cursor: page.cursor } },
      'Failed to load payments to assign',
    ),
    placeholderData: keepPreviousData,
  });
  if (!data || data.total === 0) return null;
  return (
    <Card p={{ base: '4', md: '5' }}>
      <Stack gap="3">
        <Heading size="md" id="unassigned-rows">
          Payments to assign ({data.total})
        </Heading>
        <Text color="fg.muted">
          These came in by bank, and no family was chosen for them. They stay here until somebody decides.
        </Text>
        <List aria-labelledby="unassigned-rows">
          {data.rows.map((row) => (
            <li key={row.id}>
              <UnassignedRow row={row} onAssign={() => setAssigned(row)} onIgnore={() => setIgnored(row)} />
            </li>
          ))}
        </List>
        <TrailButtons page={page} next={data.next_cursor} of="Payments" />
      </Stack>
      <AssignDialog row={assigned} onClose={() => setAssigned(undefined)} />
      <IgnoreDialog row={ignored} onClose={() => setIgnored(undefined)} />
    </Card>
  );
};

const UnassignedRow = ({
  row,
  onAssign,
  onIgnore,
}: {
  readonly row: ListedUnassignedRow;
  readonly onAssign: () => void;
  readonly onIgnore: () => void;
}) => {
  const { day, amount, payer, text, match, several, is_erased } = row;
  const said = [payer, text].filter((part) => part !== '').join(', ');
  const name = `${formatCents(amount)} of ${formatDate(day)}`;
  return (
    <HStack wrap="wrap" gap="3" justify="space-between" align="start">
      <Stack gap="0.5" flex={{ base: '1 1 100%', md: '1 1 20rem' }} minWidth="0">
        <Text fontWeight="semibold" fontVariantNumeric="tabular-nums">
          {formatCents(amount)} on {formatDate(day)}
        </Text>
        <Text>{is_erased ? 'Of a family whose account was deleted.' : said || 'Without a text.'}</Text>
        {several.length > 0 && (
          <Text color="fg.muted" fontSize="sm">
            Has the references of {several.join(' and ')}
          </Text>
        )}
        {match && (
          <Text color="fg.muted" fontSize="sm">
            {match.full_name}: {proposalWords(match)}
          </Text>
        )}
      </Stack>
      <HStack gap="3">
        <Button type="button" variant="outline" aria-label={`Assign ${name}`} onClick={onAssign}>
          Assign
        </Button>
        <Button type="button" variant="ghost" aria-label={`Ignore ${name}`} onClick={onIgnore}>
          Ignore
        </Button>
      </HStack>
    </HStack>
  );
};
