import { Stack } from '@chakra-ui/react/stack';
import { type ComponentProps, useEffect, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { authenticatorCodeSchema, noCodeText } from '#shared/accounts/second-factor';
import type { Credentials, Purpose } from '../lib/sign-in/amplify.ts';
import { codeProblem, confirmIdentity } from '../lib/sign-in/auth.ts';
import { CodeField, TextField } from './fields.tsx';

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

/** What a form asks for again, for a request that needs a fresh sign-in. The code is asked for where the account has one. */
export const identityFields = {
  password: z.string().check(z.minLength(1, 'Please enter your password')),
  code: z.union([z.literal(''), authenticatorCodeSchema], { error: noCodeText }),
};

export const noIdentity = { password: '', code: '' };

/** Signs the user in again with the password and code of a form; problems are shown beside its fields. */
export const useIdentity = <Input extends FieldValues & Credentials>(
  { setError, setFocus }: Pick<UseFormReturn<Input>, 'setError' | 'setFocus'>,
  purpose?: Purpose,
) => {
  const [needsCode, setNeedsCode] = useState(false);
  // The form has the fields of `identityFields`.
  const [passwordField, codeField] = ['password' as Path<Input>, 'code' as Path<Input>];
  useEffect(() => {
    if (needsCode) setFocus(codeField);
  }, [needsCode, setFocus, codeField]);
  return {
    needsCode,
    /** @returns whether it is the user; the form shows what is wrong otherwise */
    confirm: async (credentials: Credentials): Promise<boolean> => {
      const outcome = await confirmIdentity(credentials, purpose);
      if (outcome.status === 'signedIn') return true;
      const wrongCode = codeProblem(outcome);
      if (wrongCode) setError(codeField, { message: wrongCode }, { shouldFocus: true });
      else if (outcome.status !== 'codeNeeded') {
        const isLocked = outcome.status === 'refused' && outcome.message?.includes('attempts exceeded');
        const message = isLocked ? 'Too many attempts. Please wait a moment' : 'This is not your password';
        setError(passwordField, { message }, { shouldFocus: true });
      } else if (needsCode) setError(codeField, { message: 'Please enter the code' }, { shouldFocus: true });
      else setNeedsCode(true);
      return false;
    },
  };
};
