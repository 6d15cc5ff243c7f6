import type { ComponentProps } from 'react';
import { paymentMethodSchema } from '#shared/ledger/entry';
import { paymentMethodNames } from '#shared/ledger/ledger-lines';
import { TextField } from '../../../components/fields.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { SimpleGrid } from '../../../components/ui/simple-grid.tsx';
import { businessToday } from '../../../lib/time/today.ts';

type FieldProps = Omit<ComponentProps<typeof TextField>, 'label'>;
type NamedFieldProps = FieldProps & { readonly label?: string };

/** The amount is a text in dollars that the form's schema reads (PAY-11). */
export const AmountField = (field: NamedFieldProps) => (
  <TextField label="Amount in dollars" inputMode="decimal" autoComplete="off" required {...field} />
);

export const NoteField = (field: ComponentProps<typeof TextField>) => (
  <TextField hint="The family sees it." autoComplete="off" {...field} />
);

interface MoneyFieldsProps {
  readonly amount: FieldProps;
  readonly day: FieldProps;
  readonly method: Omit<ComponentProps<typeof SelectField>, 'label'>;
}

export const MoneyFields = ({ amount, day, method }: MoneyFieldsProps) => (
  <SimpleGrid columns={{ base: 1, sm: 3 }} gap="4">
    <AmountField {...amount} />
    <TextField label="Date" type="date" max={businessToday()} required {...day} />
    <SelectField label="How" required {...method}>
      {paymentMethodSchema.options.map((option) => (
        <option key={option} value={option}>
          {paymentMethodNames[option]}
        </option>
      ))}
    </SelectField>
  </SimpleGrid>
);
