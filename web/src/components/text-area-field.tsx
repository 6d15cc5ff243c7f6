import { chakra } from '@chakra-ui/react/styled-system';
import type { ComponentProps } from 'react';
import { controlStyles } from './control-styles.ts';
import { FormField, type FormFieldProps } from './form-field.tsx';

const TextArea = chakra('textarea', {
  base: { ...controlStyles, fieldSizing: 'content', resize: 'vertical' },
});

type TextAreaFieldProps = Omit<ComponentProps<typeof TextArea>, 'required' | 'maxLength'> & FormFieldProps;

/** A labelled text area that grows with its text. */
export const TextAreaField = ({
  label,
  error,
  hint,
  required,
  limit,
  rows = 2,
  ...input
}: TextAreaFieldProps) => (
  <FormField {...{ label, error, hint, required, limit }}>
    {(control) => (
      <TextArea
        // `field-sizing: content` ignores `rows`.
        minHeight={`calc(${rows}lh + 1.5rem)`}
        rows={rows}
        {...control}
        {...input}
      />
    )}
  </FormField>
);
