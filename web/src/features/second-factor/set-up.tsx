import { HStack, Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { accountRoutes } from '#shared/contract/account-routes';
import { authenticatorCodeSchema } from '#shared/schemas/second-factor';
import { Button } from '../../components/button.tsx';
import { CodeField } from '../../components/code-field.tsx';
import { IdentityFields } from '../../components/identity-fields.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { callRoute } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { copyText } from '../../lib/browser/copy-text.ts';
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../lib/forms/use-submission.ts';
import type { AuthenticatorKey } from '../../lib/sign-in/amplify.ts';
import { dropSignIn } from '../../lib/sign-in/auth.ts';
import { identityFields, noIdentity, useIdentity } from '../../lib/sign-in/use-identity.ts';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const Key = chakra('code', { base: { fontFamily: 'mono', fontSize: 'lg', overflowWrap: 'anywhere' } });

const loadAmplify = () => import('../../lib/sign-in/amplify.ts');

const failure = 'Failed to set up two-step login';

/** The set-up of an authenticator app: the password, the key, a code, the recovery codes (MFA-02). */
export const SetUp = ({ email }: { readonly email: string }) => {
  const [key, setKey] = useState<AuthenticatorKey>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} />;
  return key ? (
    <CodeStep authenticator={key} onDone={setCodes} />
  ) : (
    <IdentityStep email={email} onDone={setKey} />
  );
};

interface IdentityStepProps {
  readonly email: string;
  readonly onDone: (key: AuthenticatorKey) => void;
}

const identitySchema = z.object(identityFields);

const IdentityStep = ({ email, onDone }: IdentityStepProps) => {
  const form = useSchemaForm(identitySchema, noIdentity);
  const { register, handleSubmit, formState } = form;
  const identity = useIdentity(form, 'second-factor');
  const start = useSubmission({
    send: async (credentials: z.infer<typeof identitySchema>) =>
      (await identity.confirm(credentials)) ? (await loadAmplify()).makeAuthenticatorKey(email) : undefined,
    failure,
    onDone: (key) => key && onDone(key),
  });
  return (
    <form noValidate onSubmit={handleSubmit(start.submit)}>
      <Stack gap="5">
        <Text>
          You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator
          or a password manager. Please enter your password first.
        </Text>
        <IdentityFields
          password={{ error: formState.errors.password?.message, ...register('password') }}
          code={
            identity.needsCode ? { error: formState.errors.code?.message, ...register('code') } : undefined
          }
        />
        <Button type="submit" variant="accent" disabled={start.isPending} alignSelf="start">
          {start.isPending ? 'Checking...' : 'Continue'}
        </Button>
      </Stack>
    </form>
  );
};

interface CodeStepProps {
  readonly authenticator: AuthenticatorKey;
  readonly onDone: (recoveryCodes: readonly string[]) => void;
}

const codeSchema = z.object({ code: authenticatorCodeSchema });

const CodeStep = ({ authenticator: { key, uri }, onDone }: CodeStepProps) => {
  const { register, handleSubmit, formState, setError, setFocus } = useSchemaForm(codeSchema, { code: '' });
  useEffect(() => setFocus('code'), [setFocus]);
  const confirm = useSubmission({
    send: async (body: z.infer<typeof codeSchema>) => {
      try {
        return await callRoute(accountRoutes.turnOnSecondFactor, { body });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'secondFactorNotProved') return undefined;
        throw error;
      }
    },
    failure,
    // The code was asked for after too long a time, the answer to the first request was lost, or another set-up was completed
    // meanwhile: the login follows.
    onFailed: (error) => {
      if (error instanceof ApiError && error.code === 'freshSignInRequired') dropSignIn();
    },
    onDone: (answer) => {
      if (answer) return onDone(answer.recovery_codes);
      const message = 'This code is not right. Please enter the one that your app shows now';
      setError('code', { message }, { shouldFocus: true });
    },
  });
  return (
    <form noValidate onSubmit={handleSubmit(confirm.submit)}>
      <Stack gap="5">
        <Text>
          Scan this code with the app, or enter the key in it. Has the app an entry of an earlier try? Delete
          that one: only the newest entry is good.
        </Text>
        <QrCode text={uri} label="QR code with the key for your authenticator app" />
        <TextLink href={uri}>Open the app on this phone</TextLink>
        <HStack wrap="wrap" gap="3">
          <Key aria-label="Key">{key.replace(/.{4}(?=.)/g, '$& ')}</Key>
          <Button type="button" variant="outline" onClick={() => void copyText('Key', key)}>
            Copy key
          </Button>
        </HStack>
        <CodeField
          hint="6 digits, a new one every 30 seconds"
          error={formState.errors.code?.message}
          {...register('code')}
        />
        <Button type="submit" variant="accent" disabled={confirm.isPending} alignSelf="start">
          {confirm.isPending ? 'Turning on...' : 'Turn on two-step login'}
        </Button>
      </Stack>
    </form>
  );
};
