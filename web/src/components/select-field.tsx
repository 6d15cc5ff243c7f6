import type { ComponentProps } from 'react';
import { FormField, type FormFieldProps } from './fields.tsx';
import { Select } from './select.tsx';

export const SelectField = ({
  label,
  error,
  hint,
  required,
  ...select
}: ComponentProps<typeof Select> & FormFieldProps) => (
  <FormField label={label} error={error} hint={hint} required={required}>
    <Select {...select} />
  </FormField>
);
