import { Text } from '@chakra-ui/react/text';
import { ledgerLines } from '#shared/domain/ledger/ledger-lines';
import { formatCents } from '#shared/domain/pricing/money';
import { formatDate } from '#shared/domain/text/format';
import type { UserId } from '#shared/schemas/ids';
import type { ManagedStatement } from '#shared/schemas/statement';
import { Modal } from '../../../components/modal.tsx';
import { AllowanceForm } from './allowance-form.tsx';
import { PaymentForm } from './payment-form.tsx';
import { RefundForm } from './refund-form.tsx';

export type EntryForm = 'payment' | 'refund' | 'allowance';

export interface EntryFormProps {
  readonly parentId: UserId;
  readonly statement: ManagedStatement;
  readonly onClose: () => void;
}

const parts = {
  payment: { title: 'Record Payment', Form: PaymentForm },
  refund: { title: 'Record Refund', Form: RefundForm },
  allowance: { title: 'Credit or Waive', Form: AllowanceForm },
} as const;

interface EntryDialogProps extends EntryFormProps {
  /** The dialog is open while this is set. */
  readonly form: EntryForm | undefined;
}

/** The form of an entry. It names the latest entry, which another administrator may have recorded for the same transfer. */
export const EntryDialog = ({ form, ...props }: EntryDialogProps) => {
  const { title, Form } = parts[form ?? 'payment'];
  return (
    <Modal role="dialog" title={title} isOpen={form !== undefined} onClose={props.onClose}>
      <LatestEntry statement={props.statement} />
      <Form {...props} />
    </Modal>
  );
};

const LatestEntry = ({ statement: { entries } }: Pick<EntryFormProps, 'statement'>) => {
  const latest = entries.at(-1);
  const [line] = latest ? ledgerLines({ charges: [], entries: [latest] }) : [];
  return (
    <Text role="status" color="fg.muted">
      {latest && line
        ? `Recorded last: ${line.text}, ${formatCents(latest.amount)}, ${formatDate(line.day)}${latest.made_by_name ? `, by ${latest.made_by_name}` : ''}`
        : 'Nothing was recorded yet.'}
    </Text>
  );
};
