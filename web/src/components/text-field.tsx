import { chakra } from '@chakra-ui/react/styled-system';
import type { ComponentProps } from 'react';
import { dropInvisible } from '../lib/forms/drop-invisible.ts';
import { controlStyles } from './control-styles.ts';
import { FormField, type FormFieldProps } from './form-field.tsx';

const Input = chakra('input', { base: controlStyles });

/**
 * Without `number`, which reads "22,50" as 2250 and changes under the mouse wheel: text with `inputMode`, read by
 * `typed-number.ts`. Without `maxLength`, which cuts what is pasted: `limit` keeps it and says so.
 */
type TextFieldProps = Omit<ComponentProps<typeof Input>, 'required' | 'type' | 'maxLength'> &
  FormFieldProps & {
    readonly type?:
      | 'date'
      | 'datetime-local'
      | 'email'
      | 'password'
      | 'search'
      | 'tel'
      | 'text'
      | 'time'
      | 'url';
  };

/** A labelled one-line input. */
export const TextField = ({ label, error, isWrong, hint, required, limit, ...input }: TextFieldProps) => (
  <FormField {...{ label, error, isWrong, hint, required, limit }}>
    {({ onInput, ...control }) => (
      <Input
        {...control}
        onInput={(event) => {
          if (input.type === 'email') dropInvisible(event);
          onInput?.(event);
        }}
        {...input}
      />
    )}
  </FormField>
);
