import { Stack } from '@chakra-ui/react/stack';
import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { cleanEmail } from '#shared/domain/text/clean-email';
import { paths } from '#shared/paths';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/text-field.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { useSubmission } from '../../lib/forms/use-submission.ts';
import type { SignInOutcome } from '../../lib/sign-in/amplify.ts';
import { signIn } from '../../lib/sign-in/auth.ts';
import { showToast, type ToastMessage } from '../../lib/toasts/toasts.ts';
import { ResendVerification } from './resend-verification.tsx';
import { forgetSignUp } from './sign-up-storage.ts';

const failedText = 'Failed to login';

interface Credentials {
  readonly email: string;
  readonly password: string;
}

const toastFor = (outcome: SignInOutcome): ToastMessage => {
  switch (outcome.status) {
    case 'signedIn':
      return { type: 'success', subject: 'sign-in', title: 'Logged in successfully' };
    case 'unverified':
      return {
        type: 'error',
        subject: 'sign-in',
        title: 'Email Not Verified',
        description:
          'Please verify your email address before logging in. Check your inbox for the verification link.',
      };
    case 'refused':
      return {
        type: 'error',
        subject: 'sign-in',
        title: 'Error',
        description: outcome.message ?? failedText,
      };
  }
};

interface LoginFormProps {
  /** Shared with the other views. */
  readonly email: string;
  readonly onEmailChange: (email: string) => void;
}

/** Login by email and password; AuthScreen redirects afterwards (AUT-05 to AUT-10). */
export const LoginForm = ({ email, onEmailChange }: LoginFormProps) => {
  const { state } = useLocation();
  const [unverified, setUnverified] = useState<string>();
  const login = useSubmission({
    send: ({ email, password }: Credentials) => signIn(email, password),
    failure: failedText,
    onDone: (outcome, tried) => {
      showToast(toastFor(outcome));
      if (outcome.status === 'signedIn') forgetSignUp();
      setUnverified(outcome.status === 'unverified' ? tried.email : undefined);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    login.submit({
      email: cleanEmail(String(form.get('email'))),
      password: String(form.get('password')),
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="4">
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => onEmailChange(event.target.value)}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" size="lg" variant="accent" disabled={login.isPending} mt="2">
          {login.isPending ? 'Logging in...' : 'Log in'}
        </Button>
        {unverified && <ResendVerification email={unverified} />}
        <TextLink asChild alignSelf="center">
          <Link to={paths.forgotPassword} state={state}>
            Forgot password?
          </Link>
        </TextLink>
      </Stack>
    </form>
  );
};
