import type { ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

/** The code of an authenticator app. */
export const CodeField = (
  field: Pick<ComponentProps<typeof TextField>, 'error' | 'hint' | 'name' | 'onBlur' | 'onChange' | 'ref'>,
) => (
  <TextField
    label="Code from your authenticator app"
    inputMode="numeric"
    autoComplete="one-time-code"
    spellCheck={false}
    required
    {...field}
  />
);
