import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { bankRowRoutes } from '#shared/bank/admin-routes';
import {
  type CheckedRow,
  ignoreUnassignedRowSchema,
  type ListedUnassignedRow,
  sharesIssue,
} from '#shared/bank/import';
import type { LedgerEntry } from '#shared/ledger/entry';
import type { BankRow } from '#shared/ledger/references';
import { type FamilyId, familyIdSchema, idempotencyKeySchema } from '#shared/lib/ids';
import { amountTextSchema, formatCents } from '#shared/lib/money';
import { CheckBox } from '../../../components/choices.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { attemptKeys } from '../../../lib/api/attempt-key.ts';
import { ChangeButtons, ChangeForm, DialogOf, type DialogProps } from '../dialogs.tsx';
import { FamilySearch } from '../families/family-search.tsx';
import { FormDialog, useChangeForm } from '../form-dialogs.tsx';
import { AmountField, NoteField } from '../ledger/entry-form.tsx';
import { useChange } from '../use-change.ts';
import { proposalWords, rowWords, severalWords } from './bank-row-words.ts';

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
        <Notice status="warning" icon={TriangleAlert}>
          This payment has the references of {severalWords(row.several)}. Assigned, all of it is one family’s.
          To give each its part, use “Split”.
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

export interface SplitRow {
  readonly row: BankRow;
  readonly several: CheckedRow['several'];
  readonly method: Extract<LedgerEntry, { kind: 'payment' }>['method'];
}

/** One press records a payment for each family whose reference the row has (BNK-05). */
export const SplitDialog = ({ onDone, ...dialog }: DialogProps<SplitRow>) => (
  <DialogOf {...dialog} title={() => 'Split a Payment'}>
    {(of) => (
      <SplitForm
        of={of}
        onClose={dialog.onClose}
        onDone={() => {
          dialog.onClose();
          onDone?.();
        }}
      />
    )}
  </DialogOf>
);

const splitSchema = ({ amount }: BankRow) =>
  z.object({
    parts: z
      .array(z.object({ parent_id: familyIdSchema, amount: amountTextSchema }))
      .check(({ value, issues }) => {
        const message = sharesIssue(amount, value);
        const path = [value.length - 1, 'amount'];
        if (message) issues.push({ code: 'custom', input: value, path, message });
      }),
    receipt: z.boolean(),
  });

interface SplitFormProps extends Pick<AssignFormProps, 'onClose'> {
  readonly of: SplitRow;
  readonly onDone: () => void;
}

const SplitForm = ({ of: { row, several, method }, onClose, onDone }: SplitFormProps) => {
  const { id, day, amount, text, payer } = row;
  // Other amounts are another press: only equal amounts are recorded once when they are sent again.
  const [pressOf] = useState(attemptKeys);
  const { form, field, frame } = useChangeForm(
    splitSchema(row),
    { parts: several.map(({ parent_id }) => ({ parent_id, amount: '' })), receipt: true },
    {
      send: async ({ parts, receipt }) => {
        const rows = [{ row: { id, day, amount, text, payer }, parts }];
        const press = idempotencyKeySchema.parse(pressOf({ rows, receipt }));
        const { outcomes } = await callRoute(bankRowRoutes.recordBankRows, {
          body: { rows, method, receipt, press },
        });
        if (outcomes[0] !== 'recorded') throw new Error('The payment was not split');
      },
      failure:
        'The payment was not split. It was decided in the meantime, or a family has left. Please reload the page',
      done: `Payment split between ${severalWords(several)}`,
      onDone,
    },
  );
  return (
    <ChangeForm action={['Record Payments', 'Recording...']} onClose={onClose} {...frame}>
      <Text>{rowWords(row)}</Text>
      <Text>
        This transfer names {several.length === 2 ? 'two' : several.length} families: how much for each?
        Together it is {formatCents(amount)}.
      </Text>
      {several.map(({ parent_id, full_name, reference }, index) => (
        <AmountField
          key={parent_id}
          label={`For ${[full_name, reference].filter(Boolean).join(', ')}, in dollars`}
          {...field(`parts.${index}.amount`)}
        />
      ))}
      <CheckBox {...form.register('receipt')}>Send each family a receipt</CheckBox>
    </ChangeForm>
  );
};

/** For a row that is no family's payment (BNK-03). */
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
