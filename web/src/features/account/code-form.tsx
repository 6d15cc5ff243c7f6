import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { noCodeText, readAuthenticatorCode } from '#shared/domain/text/authenticator-code';
import { Button } from '../../components/button.tsx';
import { CodeField } from '../../components/code-field.tsx';

interface CodeFormProps {
  /** Why the last code was refused. */
  readonly error: string | undefined;
  readonly isPending: boolean;
  readonly onSubmit: (code: string) => void;
  readonly onBack: () => void;
  /** The phone is lost. */
  readonly onRecover: () => void;
}

/** The second step of a login: the code of the account's authenticator (MFA-03). */
export const CodeForm = ({ error, isPending, onSubmit, onBack, onRecover }: CodeFormProps) => {
  const field = useRef<HTMLInputElement>(null);
  const [isNoCode, setNoCode] = useState(false);
  const problem = isNoCode ? noCodeText : error;
  // The field takes the focus when the step opens, and when a code was refused.
  useEffect(() => {
    if (!isPending) field.current?.focus();
  }, [isPending]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = readAuthenticatorCode(String(new FormData(event.currentTarget).get('code')));
    setNoCode(!code);
    if (code) onSubmit(code);
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="4">
        <Text>Your password is right. Please open the authenticator app on your phone.</Text>
        <CodeField name="code" ref={field} hint="6 digits, a new one every 30 seconds" error={problem} />
        <Button type="submit" size="lg" variant="accent" disabled={isPending} mt="2">
          {isPending ? 'Logging in...' : 'Confirm'}
        </Button>
        <Button type="button" variant="outline" disabled={isPending} onClick={onBack}>
          Use another account
        </Button>
        <Button type="button" variant="outline" disabled={isPending} onClick={onRecover}>
          Lost your phone? Use a recovery code
        </Button>
      </Stack>
    </form>
  );
};
