import { Input, type InputProps } from '@chakra-ui/react/input';
import type { Ref } from 'react';
import { controlStyles } from './control-styles.ts';
import { FormField, type FormFieldProps } from './form-field.tsx';

interface TextFieldProps extends InputProps, FormFieldProps {
  readonly required?: boolean | undefined;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A labelled one-line input. */
export const TextField = ({ label, error, isWrong, hint, required, ...input }: TextFieldProps) => (
  <FormField label={label} error={error} isWrong={isWrong} hint={hint} required={required}>
    <Input css={controlStyles} {...input} />
  </FormField>
);
