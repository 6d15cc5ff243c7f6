import { Textarea, type TextareaProps } from '@chakra-ui/react/textarea';
import type { Ref } from 'react';
import { controlLook } from './control-look.ts';
import { FormField, type FormFieldProps } from './form-field.tsx';

interface TextAreaFieldProps extends TextareaProps, FormFieldProps {
  readonly required?: boolean | undefined;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** A labelled input for some lines of text; it grows with them. */
export const TextAreaField = ({ label, error, hint, required, rows = 2, ...input }: TextAreaFieldProps) => (
  <FormField label={label} error={error} hint={hint} required={required}>
    <Textarea
      css={{ ...controlLook, fieldSizing: 'content', resize: 'vertical' }}
      // A field that grows with its content no longer minds its rows.
      minHeight={`calc(${rows}lh + 1.5rem)`}
      rows={rows}
      {...input}
    />
  </FormField>
);
