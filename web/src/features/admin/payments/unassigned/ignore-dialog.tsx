import { Text } from '@chakra-ui/react/text';
import { adminRoutes } from '#shared/contract/admin-routes';
import { ignoreUnassignedRowSchema, type ListedUnassignedRow } from '#shared/schemas/bank-import';
import { Modal } from '../../../../components/modal.tsx';
import { callRoute } from '../../../../lib/api/api-client.ts';
import { showIssues, useSchemaForm } from '../../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../../lib/forms/use-submission.ts';
import { showToast } from '../../../../lib/toasts/toasts.ts';
import { EntryFormFrame } from '../../ledger/entry-form-frame.tsx';
import { NoteField } from '../../ledger/money-fields.tsx';
import { everyRead } from '../../reads.ts';
import { rowWords } from '../bank-row-words.ts';

interface IgnoreDialogProps {
  readonly row: ListedUnassignedRow | undefined;
  readonly onClose: () => void;
}

/** Takes an unassigned row that is no payment of a family off the list (BNK-03). */
export const IgnoreDialog = ({ row, onClose }: IgnoreDialogProps) => (
  <Modal role="dialog" title="Ignore a Payment" isOpen={row !== undefined} onClose={onClose}>
    {row && <IgnoreForm row={row} onClose={onClose} />}
  </Modal>
);

const failure = 'Failed to ignore the payment';

const IgnoreForm = ({
  row,
  onClose,
}: {
  readonly row: ListedUnassignedRow;
  readonly onClose: () => void;
}) => {
  const { register, formState, handleSubmit, setError } = useSchemaForm(ignoreUnassignedRowSchema, {
    reason: '',
  });
  const { submit, isPending, error } = useSubmission({
    send: (body: { readonly reason: string }) =>
      callRoute(adminRoutes.ignoreUnassignedRow, { params: { day: row.day, rowId: row.id }, body }),
    failure,
    changes: everyRead,
    onDone: () => {
      showToast({ type: 'success', title: 'The payment is off the list' });
      onClose();
    },
    onFailed: (failed) => showIssues(failed, setError),
  });
  return (
    <EntryFormFrame
      submitLabel="Ignore"
      onSubmit={handleSubmit(submit)}
      {...{ onClose, isPending, error, failure }}
    >
      <Text>{rowWords(row)}</Text>
      <Text color="fg.muted">
        It is not asked about again, also where another file has it. If it was a payment after all, record it
        on the family’s page.
      </Text>
      <NoteField
        label="Reason"
        hint="Administrators see it when a file has this payment again."
        required
        error={formState.errors.reason?.message}
        {...register('reason')}
      />
    </EntryFormFrame>
  );
};
