import { chakra } from '@chakra-ui/react/styled-system';
import type { ComponentProps } from 'react';
import { controlStyles } from './control-styles.ts';
import { FormField, type FormFieldProps } from './form-field.tsx';

const Input = chakra('input', { base: controlStyles });

type TextFieldProps = Omit<ComponentProps<typeof Input>, 'required'> & FormFieldProps;

/** A labelled one-line input. */
export const TextField = ({ label, error, isWrong, hint, required, ...input }: TextFieldProps) => (
  <FormField label={label} error={error} isWrong={isWrong} hint={hint} required={required}>
    {(control) => <Input {...control} {...input} />}
  </FormField>
);
