import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedUnassignedRow } from '#shared/bank/import';
import { formatDate } from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import { css } from '#styled-system/css';
import { lateDialog } from '../../../components/modal.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import type { DialogProps } from '../dialogs.tsx';
import { unassignedQuery } from '../queries.ts';
import { TrailButtons, useTrail } from '../tables/row-actions.tsx';
import { proposalWords, severalWords } from './bank-row-words.ts';
import type { SplitRow } from './unassigned-dialogs.tsx';

const AssignDialog = lateDialog<'AssignDialog', DialogProps<ListedUnassignedRow>>(
  () => import('./unassigned-dialogs.tsx'),
  'AssignDialog',
);
const IgnoreDialog = lateDialog<'IgnoreDialog', DialogProps<ListedUnassignedRow>>(
  () => import('./unassigned-dialogs.tsx'),
  'IgnoreDialog',
);

const SplitDialog = lateDialog<'SplitDialog', DialogProps<SplitRow>>(
  () => import('./unassigned-dialogs.tsx'),
  'SplitDialog',
);

const list = css({
  listStyle: 'none',
  overflowWrap: 'anywhere',
  '& > li': { py: '3', borderTopWidth: '1px', borderColor: 'border' },
});

interface UnassignedRowsProps {
  readonly listed: ReadonlySet<string>;
}

/** Rows of bank files to assign to a family, or to ignore (BNK-03). */
export const UnassignedRows = ({ listed }: UnassignedRowsProps) => {
  const page = useTrail();
  const [assigned, setAssigned] = useState<ListedUnassignedRow>();
  const [split, setSplit] = useState<SplitRow>();
  const [ignored, setIgnored] = useState<ListedUnassignedRow>();
  const { data } = useQuery({
    ...unassignedQuery(page.cursor),
    placeholderData: keepPreviousData,
  });
  const rows = data?.rows.filter(({ id }) => !listed.has(id)) ?? [];
  if (!data || (rows.length === 0 && !page.cursor && data.next_cursor === null)) return null;
  return (
    <Card.Root>
      <Card.Body gap="3">
        <Card.Title id="unassigned-rows">
          Payments to assign ({data.total - data.rows.length + rows.length})
        </Card.Title>
        <Text color="fg.muted">
          These came in by bank, and no family was chosen for them. They stay here until somebody decides.
        </Text>
        <ul aria-labelledby="unassigned-rows" className={list}>
          {rows.map((row) => (
            <li key={row.id}>
              <UnassignedRow
                row={row}
                onAssign={() => setAssigned(row)}
                onSplit={() => setSplit({ row, several: row.several, method: row.method })}
                onIgnore={() => setIgnored(row)}
              />
            </li>
          ))}
        </ul>
        <TrailButtons page={page} next={data.next_cursor} of="Payments" />
      </Card.Body>
      <AssignDialog of={assigned} onClose={() => setAssigned(undefined)} />
      <SplitDialog of={split} onClose={() => setSplit(undefined)} />
      <IgnoreDialog of={ignored} onClose={() => setIgnored(undefined)} />
    </Card.Root>
  );
};

const UnassignedRow = ({
  row,
  onAssign,
  onSplit,
  onIgnore,
}: {
  readonly row: ListedUnassignedRow;
  readonly onAssign: () => void;
  readonly onSplit: () => void;
  readonly onIgnore: () => void;
}) => {
  const { day, amount, payer, text, match, several, is_erased } = row;
  const said = [payer, text].filter((word) => word !== '').join(', ');
  const name = `${formatCents(amount)} of ${formatDate(day)}`;
  return (
    <HStack wrap="wrap" gap="3" justify="space-between" align="start">
      <Stack gap="0.5" flex={{ base: '[1 1 100%]', md: '[1 1 20rem]' }} minWidth="0">
        <Text fontWeight="semibold" fontVariantNumeric="tabular-nums">
          {formatCents(amount)} on {formatDate(day)}
        </Text>
        <Text>{is_erased ? 'Of a family whose account was deleted.' : said || 'Without a text.'}</Text>
        {several.length > 0 && (
          <Text color="fg.muted" fontSize="sm">
            Has the references of {severalWords(several)}
          </Text>
        )}
        {match && (
          <Text color="fg.muted" fontSize="sm">
            {match.full_name}: {proposalWords(match)}
          </Text>
        )}
      </Stack>
      <HStack gap="3">
        {several.length > 0 && (
          <Button type="button" variant="outline" aria-label={`Split ${name}`} onClick={onSplit}>
            Split
          </Button>
        )}
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
