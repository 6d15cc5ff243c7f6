import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { bankRowRoutes } from '#shared/bank/admin-routes';
import { ignoreUnassignedRowSchema, type ListedUnassignedRow } from '#shared/bank/import';
import type { FamilyId } from '#shared/lib/ids';
import { formatCents } from '#shared/lib/money';
import { Notice } from '../../../components/card.tsx';
import { CheckBox } from '../../../components/choices.tsx';
import { StyledButton } from '../../../components/styled.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { ChangeButtons, DialogOf, type DialogProps } from '../dialogs.tsx';
import { FamilySearch } from '../families/family-search.tsx';
import { FormDialog } from '../form-dialogs.tsx';
import { NoteField } from '../ledger/entry-form.tsx';
import { useChange } from '../use-change.ts';
import { proposalWords, rowWords } from './bank-row-words.ts';

/** Records an unassigned row as a payment of a family (BNK-03). */
export const AssignDialog = (dialog: DialogProps<ListedUnassignedRow>) => (
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
  const [family, setFamily] = useState<{ readonly id: FamilyId; readonly full_name: string } | undefined>(
    match ? { id: match.parent_id, full_name: match.full_name } : undefined,
  );
  const [receipt, setReceipt] = useState(true);
  const assigning = useChange({
    send: (parent_id: FamilyId) =>
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
export const IgnoreDialog = (dialog: DialogProps<ListedUnassignedRow>) => (
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
