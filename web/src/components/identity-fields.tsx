import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { authenticatorCodeSchema, noCodeText } from '#shared/accounts/second-factor';
import { fieldsOf, useSchemaForm } from '../lib/forms/use-schema-form.ts';
import { type SubmissionOptions, useSubmission } from '../lib/forms/use-submission.ts';
import type { Credentials, Purpose } from '../lib/sign-in/amplify.ts';
import { codeProblem, confirmIdentity } from '../lib/sign-in/auth.ts';
import { CodeField, TextField } from './fields.tsx';
import { Stack } from './ui/stack.tsx';

type Field = Omit<ComponentProps<typeof CodeField>, 'hint'>;

interface IdentityFieldsProps {
  readonly field: (name: 'password' | 'code') => Field;
  readonly needsCode: boolean;
}

export const IdentityFields = ({ field, needsCode }: IdentityFieldsProps) => (
  <Stack gap="5">
    <TextField
      label="Your Password"
      type="password"
      autoComplete="current-password"
      required
      {...field('password')}
    />
    {needsCode && <CodeField {...field('code')} />}
  </Stack>
);

/** Fields for requests that need a fresh sign-in. Accounts with a second factor need the code. */
export const identityFields = {
  password: z.string().check(z.minLength(1, 'Please enter your password')),
  code: z.union([z.literal(''), authenticatorCodeSchema], { error: noCodeText }),
};

export const noIdentity = { password: '', code: '' };

/** Signs the user in again; problems are shown beside the form's fields. */
export const useIdentity = <Input extends FieldValues & Credentials>(
  { setError, setFocus }: Pick<UseFormReturn<Input>, 'setError' | 'setFocus'>,
  purpose?: Purpose,
) => {
  const [needsCode, setNeedsCode] = useState(false);
  const [passwordField, codeField] = ['password' as Path<Input>, 'code' as Path<Input>];
  useEffect(() => {
    if (needsCode) setFocus(codeField);
  }, [needsCode, setFocus, codeField]);
  return {
    needsCode,
    /** @returns whether the user was identified; otherwise the form shows the problem */
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

const identitySchema = z.object(identityFields);

interface IdentityFormProps<Output> extends Omit<SubmissionOptions<Credentials, Output>, 'send' | 'onDone'> {
  readonly purpose?: Purpose;
  readonly send: () => Promise<Output>;
  readonly onDone: (output: Output) => void;
  /** Rendered below the fields. `error` is the failure of `send`. */
  readonly buttons: (isPending: boolean, error: unknown) => ReactNode;
  readonly children: ReactNode;
}

export const IdentityForm = <Output,>({
  purpose,
  send,
  onDone,
  buttons,
  children,
  ...options
}: IdentityFormProps<Output>) => {
  const form = useSchemaForm(identitySchema, noIdentity);
  const identity = useIdentity(form, purpose);
  const { submit, isPending, error } = useSubmission({
    ...options,
    send: async (credentials: Credentials) =>
      (await identity.confirm(credentials)) ? { output: await send() } : undefined,
    onDone: (confirmed) => confirmed && onDone(confirmed.output),
  });
  return (
    <form noValidate onSubmit={form.handleSubmit(submit)}>
      <Stack gap="5">
        {children}
        <IdentityFields field={fieldsOf(form)} needsCode={identity.needsCode} />
        {buttons(isPending, error)}
      </Stack>
    </form>
  );
};
