import { type FormEvent, useEffect, useRef, useState } from 'react';
import { accountRoutes } from '#shared/accounts/routes';
import { readRecoveryCode } from '#shared/accounts/second-factor';
import { TextField } from '../../../components/fields.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';

interface RecoveryFormProps {
  readonly email: string;
  readonly password: string;
  readonly onDone: () => void;
  readonly onBack: () => void;
}

export const RecoveryForm = ({ email, password, onDone, onBack }: RecoveryFormProps) => {
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  useEffect(() => field.current?.focus(), []);
  const recovery = useSubmission({
    send: (recovery_code: string) =>
      callRoute(accountRoutes.recoverSecondFactor, { body: { email, password, recovery_code } }),
    failure: 'Failed to use the recovery code',
    onDone,
    onFailed: () => field.current?.focus(),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = readRecoveryCode(String(new FormData(event.currentTarget).get('recovery')));
    setError(code ? undefined : 'Please enter one of your recovery codes, such as ABCD-EFGH-JKMN-PQRS');
    if (code) recovery.submit(code);
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="4">
        <Text>
          Enter one of the recovery codes that you kept. Your authenticator app is removed then, you are
          logged out everywhere, and you can set up another one.
        </Text>
        <TextField
          ref={field}
          label="Recovery code"
          name="recovery"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          error={error}
        />
        <Button type="submit" size="lg" colorPalette="accent" disabled={recovery.isPending} mt="2">
          {recovery.isPending ? 'Checking...' : 'Use this code'}
        </Button>
        <Button type="button" variant="outline" disabled={recovery.isPending} onClick={onBack}>
          Back to the code of the app
        </Button>
      </Stack>
    </form>
  );
};
