import { Field } from '@chakra-ui/react/field';
import { Input, type InputProps } from '@chakra-ui/react/input';
import type { Ref } from 'react';
import { controlLook } from './control-look.ts';

interface TextFieldProps extends InputProps {
  readonly label: string;
  /** What is wrong with what was typed; shown beside the field and read out with it. */
  readonly error?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A labelled one-line input. */
export const TextField = ({ label, error, required, ...input }: TextFieldProps) => (
  <Field.Root required={required ?? false} invalid={error !== undefined}>
    <Field.Label display="block" fontWeight="semibold" mb="1.5">
      {label}
    </Field.Label>
    <Input css={controlLook} {...input} />
    <Field.ErrorText color="danger.fg" fontWeight="medium" mt="1.5">
      {error}
    </Field.ErrorText>
  </Field.Root>
);
