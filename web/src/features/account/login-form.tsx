import { Stack } from '@chakra-ui/react/stack';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { cleanEmail } from '#shared/domain/text/clean-email';
import { paths } from '#shared/paths';
import { Button } from '../../components/button.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { TextField } from '../../components/text-field.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { useSubmission } from '../../lib/forms/use-submission.ts';
import type { Credentials, SignInOutcome } from '../../lib/sign-in/amplify.ts';
import { signIn } from '../../lib/sign-in/auth.ts';
import { codeProblem } from '../../lib/sign-in/code-problem.ts';
import { returnTo } from '../../lib/sign-in/return-to.ts';
import { showToast, type ToastMessage } from '../../lib/toasts/toasts.ts';
import { CodeForm } from './code-form.tsx';
import { ResendVerification } from './resend-verification.tsx';
import { forgetSignUp } from './sign-up-storage.ts';

const RecoveryForm = lazy(async () => ({ default: (await import('./recovery-form.tsx')).RecoveryForm }));

const failedText = 'Failed to login';

interface Attempt extends Credentials {
  readonly email: string;
}

/** Undefined where the form says it. */
const toastFor = (outcome: SignInOutcome): ToastMessage | undefined => {
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
    case 'codeNeeded':
    case 'wrongCode':
    case 'usedCode':
      return undefined;
  }
};

interface LoginFormProps {
  /** Shared with the other views. */
  readonly email: string;
  readonly onEmailChange: (email: string) => void;
}

/** Login by email and password, and code where the account has an authenticator; AuthScreen redirects afterwards (AUT-05 to AUT-10). */
export const LoginForm = ({ email, onEmailChange }: LoginFormProps) => {
  const { state } = useLocation();
  const [unverified, setUnverified] = useState<string>();
  // The password stays in memory until the code was right: each attempt needs both.
  const [needsCode, setNeedsCode] = useState<Attempt>();
  const [wrongCode, setWrongCode] = useState<string>();
  const [isRecovering, setRecovering] = useState(false);
  const navigate = useNavigate();
  const login = useSubmission({
    send: ({ email, ...credentials }: Attempt) => signIn(email, credentials),
    failure: failedText,
    onDone: (outcome, tried) => {
      const toast = toastFor(outcome);
      if (toast) showToast(toast);
      if (outcome.status === 'codeNeeded') setNeedsCode(tried);
      setWrongCode(codeProblem(outcome));
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
  if (needsCode && isRecovering) {
    const { email, password } = needsCode;
    const logInToSetUp = () => {
      showToast({
        type: 'success',
        title: 'Your authenticator app was removed',
        description: 'Please set up another one now.',
      });
      navigate(paths.login, { replace: true, state: returnTo(paths.secondFactor) });
      login.submit({ email, password });
    };
    return (
      <Suspense fallback={<Skeleton height="56" />}>
        <RecoveryForm
          email={email}
          password={password}
          onDone={logInToSetUp}
          onBack={() => setRecovering(false)}
        />
      </Suspense>
    );
  }
  if (needsCode) {
    return (
      <CodeForm
        error={wrongCode}
        isPending={login.isPending}
        onSubmit={(code) => login.submit({ ...needsCode, code })}
        onBack={() => {
          setNeedsCode(undefined);
          setWrongCode(undefined);
        }}
        onRecover={() => setRecovering(true)}
      />
    );
  }
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
