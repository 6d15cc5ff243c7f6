import { Field } from '@chakra-ui/react/field';
import type { PropsWithChildren } from 'react';

export interface FormFieldProps {
  readonly label: string;
  /** Shown beside the control and read out with it. */
  readonly error?: string | undefined;
  /** Marked as wrong, where another field shows the message. */
  readonly isWrong?: boolean | undefined;
  readonly hint?: string | undefined;
  readonly required?: boolean | undefined;
}

/** A form control with label, hint and error. */
export const FormField = ({
  label,
  error,
  isWrong = error !== undefined,
  hint,
  required,
  children,
}: PropsWithChildren<FormFieldProps>) => (
  <Field.Root required={required ?? false} invalid={isWrong}>
    <Field.Label display="block" fontWeight="semibold" mb="1.5">
      {label}
    </Field.Label>
    {children}
    {hint && (
      <Field.HelperText display="block" color="fg.muted" fontSize="sm" mt="1.5">
        {hint}
      </Field.HelperText>
    )}
    {error !== undefined && (
      <Field.ErrorText display="block" color="danger.fg" fontWeight="medium" mt="1.5">
        {error}
      </Field.ErrorText>
    )}
  </Field.Root>
);
