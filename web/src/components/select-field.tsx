import type { ComponentProps } from 'react';
import { FormField, type FormFieldProps } from './fields.tsx';
import { Select } from './select.tsx';

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'required'>, FormFieldProps {}

/** A labelled select. */
export const SelectField = ({ label, error, hint, required, ...select }: SelectFieldProps) => (
  <FormField label={label} error={error} hint={hint} required={required}>
    {(control) => <Select {...control} {...select} />}
  </FormField>
);
