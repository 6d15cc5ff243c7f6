import { HStack, Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { bankRowRoutes } from '#shared/bank/admin-routes';
import { ignoreUnassignedRowSchema, type ListedUnassignedRow } from '#shared/bank/import';
import { formatDate } from '#shared/lib/format';
import type { UserId } from '#shared/lib/ids';
import { formatCents } from '#shared/lib/money';
import { Card, Notice } from '../../../components/card.tsx';
import { CheckBox } from '../../../components/choices.tsx';
import { Button } from '../../../components/controls.tsx';
import { Heading } from '../../../components/screen.tsx';
import { StyledButton } from '../../../components/styled.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { ChangeButtons, DialogOf, type DialogProps, FormDialog } from '../dialogs.tsx';
import { FamilySearch } from '../families/family-search.tsx';
import { NoteField } from '../ledger/entry-form.tsx';
import { unassignedQuery } from '../queries.ts';
import { TrailButtons, useTrail } from '../tables/row-actions.tsx';
import { useChange } from '../use-change.ts';
import { proposalWords, rowWords } from './bank-row-words.ts';

/** Records an unassigned row as a payment of a family (BNK-03). */
const AssignDialog = (dialog: DialogProps<ListedUnassignedRow>) => (
  <DialogOf {...dialog} title={() => 'Assign a Payment'}>
    {(row) => <AssignForm row={row} onClose={dialog.onClose} />}
  </DialogOf>
);

interface AssignFormProps {
  readonly row: ListedUnassignedRow;
  readonly onClose: () => void;
}

const AssignForm = ({ row, onClose }: AssignFormProps) => {
  const { match } = row;
  const [family, setFamily] = useState<{ readonly id: UserId; readonly full_name: string } | undefined>(
    match ? { id: match.parent_id, full_name: match.full_name } : undefined,
  );
  const [receipt, setReceipt] = useState(true);
  const assigning = useChange({
    send: (parent_id: UserId) =>
      callRoute(bankRowRoutes.assignUnassignedRow, {
        params: { day: row.day, rowId: row.id },
        body: { parent_id, receipt, whole: row.several.length > 0 },
      }),
    failure: 'Failed to record the payment',
    done: 'One payment recorded',
    onDone: onClose,
  });
  return (
    <Stack gap="4">
      <Text>{rowWords(row)}</Text>
      {row.several.length > 0 && (
        <Notice tone="warning" icon={TriangleAlert}>
          This payment has the references of {row.several.join(' and ')}. Assigned, all of it is one family’s.
          To split it, record each part on the family’s page, then ignore it here.
        </Notice>
      )}
      {family ? (
        <>
          <Stack gap="1">
            <Text fontWeight="bold">
              {formatCents(row.amount)} for {family.full_name}
            </Text>
            {match && family.id === match.parent_id && (
              <Text color="fg.muted">Proposed: {proposalWords(match)}.</Text>
            )}
            <StyledButton
              type="button"
              variant="outline"
              alignSelf="start"
              onClick={() => setFamily(undefined)}
            >
              Choose Another Family
            </StyledButton>
          </Stack>
          <CheckBox checked={receipt} onChange={({ target: { checked } }) => setReceipt(checked)}>
            Send the family a receipt
          </CheckBox>
        </>
      ) : (
        <FamilySearch onChoose={setFamily} />
      )}
      <ChangeButtons
        change={assigning}
        action={
          family && [row.several.length > 0 ? 'Record All for One Family' : 'Record Payment', 'Recording...']
        }
        onClose={onClose}
        onPress={() => family && assigning.submit(family.id)}
      />
    </Stack>
  );
};

/** Takes an unassigned row that is no payment of a family off the list (BNK-03). */
const IgnoreDialog = (dialog: DialogProps<ListedUnassignedRow>) => (
  <FormDialog
    {...dialog}
    title={() => 'Ignore a Payment'}
    schema={() => ignoreUnassignedRowSchema}
    values={() => ({ reason: '' })}
    send={({ day, id }, body) =>
      callRoute(bankRowRoutes.ignoreUnassignedRow, { params: { day, rowId: id }, body })
    }
    failure="Failed to ignore the payment"
    done="The payment is off the list"
    action={['Ignore', 'Saving...']}
  >
    {(field, of) => (
      <>
        <Text>{rowWords(of)}</Text>
        <Text color="fg.muted">
          It is not asked about again, also where another file has it. If it was a payment after all, record
          it on the family’s page.
        </Text>
        <NoteField
          label="Reason"
          hint="Administrators see it when a file has this payment again."
          required
          {...field('reason')}
        />
      </>
    )}
  </FormDialog>
);

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
    ...unassignedQuery(page.cursor),
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
      <AssignDialog of={assigned} onClose={() => setAssigned(undefined)} />
      <IgnoreDialog of={ignored} onClose={() => setIgnored(undefined)} />
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
