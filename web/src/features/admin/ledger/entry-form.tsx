import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Stack } from '@chakra-ui/react/stack';
import type { ComponentProps, FormEventHandler, PropsWithChildren } from 'react';
import { paymentMethodSchema } from '#shared/ledger/entry';
import { paymentMethodNames } from '#shared/ledger/ledger-lines';
import { Button } from '../../../components/controls.tsx';
import { TextField } from '../../../components/fields.tsx';
import { ModalButtons } from '../../../components/modal.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { businessToday } from '../../../lib/time/today.ts';
import { FailureNotice } from '../notices.tsx';

interface EntryFormFrameProps {
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  readonly onClose: () => void;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly failure: string;
  readonly submitLabel: string;
}

/** The fields of an entry with its failure and buttons. */
export const EntryFormFrame = ({
  onSubmit,
  onClose,
  isPending,
  error,
  failure,
  submitLabel,
  children,
}: PropsWithChildren<EntryFormFrameProps>) => (
  <form noValidate onSubmit={onSubmit}>
    <Stack gap="5">
      {children}
      <FailureNotice error={error} failure={failure} />
      <ModalButtons onCancel={onClose}>
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Saving...' : submitLabel}
        </Button>
      </ModalButtons>
    </Stack>
  </form>
);

type FieldProps = Omit<ComponentProps<typeof TextField>, 'label'>;

/** An amount in dollars, as text: the schema of the form reads it (PAY-11). */
export const AmountField = (field: FieldProps) => (
  <TextField label="Amount in dollars" inputMode="decimal" autoComplete="off" required {...field} />
);

/** The reason or reference of an entry. */
export const NoteField = (field: ComponentProps<typeof TextField>) => (
  <TextField hint="The family sees it." autoComplete="off" {...field} />
);

interface MoneyFieldsProps {
  readonly amount: FieldProps;
  readonly day: FieldProps;
  readonly method: Omit<ComponentProps<typeof SelectField>, 'label'>;
}

/** Amount, day and method of money that came in or was given back. */
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
