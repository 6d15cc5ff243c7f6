import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import * as z from 'zod/mini';
import { adminRoutes } from '#shared/contract/admin-routes';
import { amountTextSchema } from '#shared/schemas/amount';
import { type RecordAllowance, recordAllowanceSchema } from '#shared/schemas/entry-input';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { showIssues, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import type { EntryFormProps } from './entry-dialog.tsx';
import { EntryFormFrame } from './entry-form-frame.tsx';
import { AmountField } from './money-fields.tsx';
import { entryFailure, useEntrySubmission } from './use-entry-submission.ts';

const formSchema = z.extend(recordAllowanceSchema, { amount: amountTextSchema });

/** Gives a goodwill credit, or waives a claim (PAY-05). */
export const AllowanceForm = ({ parentId, onClose }: EntryFormProps) => {
  const form = useSchemaForm(formSchema, { kind: 'credit', amount: '', note: '' });
  const { errors } = form.formState;
  const { submit, isPending, error } = useEntrySubmission({
    send: (body: RecordAllowance, idempotencyKey) =>
      callRoute(adminRoutes.recordAllowance, { params: { parentId }, body, idempotencyKey }),
    onClose,
    onFailed: (failed) => showIssues(failed, form.setError),
  });
  return (
    <EntryFormFrame
      onSubmit={form.handleSubmit(submit)}
      submitLabel="Record"
      failure={entryFailure}
      {...{ onClose, isPending, error }}
    >
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <SelectField
          label="Kind"
          hint="A credit lowers Total Revenue. A waiver gives up what is not paid."
          required
          error={errors.kind?.message}
          {...form.register('kind')}
        >
          <option value="credit">Credit</option>
          <option value="waiver">Waiver</option>
        </SelectField>
        <AmountField error={errors.amount?.message} {...form.register('amount')} />
      </SimpleGrid>
      <TextField
        label="Reason"
        hint="The family sees it."
        autoComplete="off"
        required
        error={errors.note?.message}
        {...form.register('note')}
      />
    </EntryFormFrame>
  );
};
