import { Textarea, type TextareaProps } from '@chakra-ui/react/textarea';
import type { Ref } from 'react';
import { controlStyles } from './control-styles.ts';
import { FormField, type FormFieldProps } from './form-field.tsx';

interface TextAreaFieldProps extends TextareaProps, FormFieldProps {
  readonly required?: boolean | undefined;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** A labelled text area that grows with its text. */
export const TextAreaField = ({ label, error, hint, required, rows = 2, ...input }: TextAreaFieldProps) => (
  <FormField label={label} error={error} hint={hint} required={required}>
    <Textarea
      css={{ ...controlStyles, fieldSizing: 'content', resize: 'vertical' }}
      // `field-sizing: content` ignores `rows`.
      minHeight={`calc(${rows}lh + 1.5rem)`}
      rows={rows}
      {...input}
    />
  </FormField>
);
