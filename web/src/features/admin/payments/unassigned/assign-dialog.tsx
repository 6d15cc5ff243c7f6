import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { adminRoutes } from '#shared/contract/admin-routes';
import { formatCents } from '#shared/domain/pricing/money';
import type { ListedUnassignedRow } from '#shared/schemas/bank-import';
import type { UserId } from '#shared/schemas/ids';
import { Button } from '../../../../components/button.tsx';
import { CheckBox } from '../../../../components/check-box.tsx';
import { Modal } from '../../../../components/modal.tsx';
import { ModalButtons } from '../../../../components/modal-buttons.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { callRoute } from '../../../../lib/api/api-client.ts';
import { useSubmission } from '../../../../lib/forms/use-submission.ts';
import { showToast } from '../../../../lib/toasts/toasts.ts';
import { FailureNotice } from '../../failure-notice.tsx';
import { FamilySearch } from '../../find/family-search.tsx';
import { everyRead } from '../../reads.ts';
import { proposalWords, rowWords } from '../bank-row-words.ts';

interface AssignDialogProps {
  readonly row: ListedUnassignedRow | undefined;
  readonly onClose: () => void;
}

/** Records an unassigned row as a payment of a family (BNK-03). */
export const AssignDialog = ({ row, onClose }: AssignDialogProps) => (
  <Modal role="dialog" title="Assign a Payment" isOpen={row !== undefined} onClose={onClose}>
    {row && <AssignForm row={row} onClose={onClose} />}
  </Modal>
);

const failure = 'Failed to record the payment';

const AssignForm = ({
  row,
  onClose,
}: {
  readonly row: ListedUnassignedRow;
  readonly onClose: () => void;
}) => {
  const { match } = row;
  const [family, setFamily] = useState<{ readonly id: UserId; readonly full_name: string } | undefined>(
    match ? { id: match.parent_id, full_name: match.full_name } : undefined,
  );
  const [receipt, setReceipt] = useState(true);
  const assigning = useSubmission({
    send: (parent_id: UserId) =>
      callRoute(adminRoutes.assignUnassignedRow, {
        params: { day: row.day, rowId: row.id },
        body: { parent_id, receipt },
      }),
    failure,
    changes: everyRead,
    onDone: () => {
      showToast({ type: 'success', title: 'One payment recorded' });
      onClose();
    },
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
            <Button type="button" variant="outline" alignSelf="start" onClick={() => setFamily(undefined)}>
              Choose Another Family
            </Button>
          </Stack>
          <CheckBox checked={receipt} onChange={({ target: { checked } }) => setReceipt(checked)}>
            Send the family a receipt
          </CheckBox>
        </>
      ) : (
        <FamilySearch onChoose={setFamily} />
      )}
      <FailureNotice error={assigning.error} failure={failure} />
      <ModalButtons onCancel={onClose}>
        {family && (
          <Button type="button" disabled={assigning.isPending} onClick={() => assigning.submit(family.id)}>
            {assigning.isPending
              ? 'Recording...'
              : row.several.length > 0
                ? 'Record All for One Family'
                : 'Record Payment'}
          </Button>
        )}
      </ModalButtons>
    </Stack>
  );
};
