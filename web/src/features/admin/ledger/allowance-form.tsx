import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import * as z from 'zod/mini';
import { adminRoutes } from '#shared/contract/admin-routes';
import { amountTextSchema } from '#shared/schemas/amount';
import { recordAllowanceSchema } from '#shared/schemas/entry-input';
import { SelectField } from '../../../components/select-field.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import type { EntryFormProps } from './entry-dialog.tsx';
import { EntryFormFrame } from './entry-form-frame.tsx';
import { AmountField, NoteField } from './money-fields.tsx';
import { useEntryForm } from './use-entry-form.ts';

const formSchema = z.extend(recordAllowanceSchema, { amount: amountTextSchema });

/** Gives a goodwill credit, or waives a claim (PAY-05). */
export const AllowanceForm = ({ parentId, onClose }: EntryFormProps) => {
  const { register, errors, frame } = useEntryForm(
    formSchema,
    { kind: 'credit', amount: '', note: '' },
    {
      send: (body, idempotencyKey) =>
        callRoute(adminRoutes.recordAllowance, { params: { parentId }, body, idempotencyKey }),
      onClose,
    },
  );
  return (
    <EntryFormFrame submitLabel="Record" {...frame}>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <SelectField
          label="Kind"
          hint="A credit lowers Total Revenue. A waiver gives up what is not paid."
          required
          error={errors.kind?.message}
          {...register('kind')}
        >
          <option value="credit">Credit</option>
          <option value="waiver">Waiver</option>
        </SelectField>
        <AmountField error={errors.amount?.message} {...register('amount')} />
      </SimpleGrid>
      <NoteField label="Reason" required error={errors.note?.message} {...register('note')} />
    </EntryFormFrame>
  );
};
