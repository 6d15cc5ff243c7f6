import { Stack } from '@chakra-ui/react/stack';
import type { ComponentProps } from 'react';
import { CodeField } from './code-field.tsx';
import { TextField } from './text-field.tsx';

type Field = Omit<ComponentProps<typeof CodeField>, 'hint'>;

interface IdentityFieldsProps {
  readonly password: Field;
  /** Undefined until the account is known to need it. */
  readonly code: Field | undefined;
}

/** The password of the account, entered again, and the code of its authenticator. */
export const IdentityFields = ({ password, code }: IdentityFieldsProps) => (
  <Stack gap="5">
    <TextField label="Your Password" type="password" autoComplete="current-password" required {...password} />
    {code && <CodeField {...code} />}
  </Stack>
);
