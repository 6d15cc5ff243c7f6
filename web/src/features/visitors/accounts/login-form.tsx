import { MailWarning, ShieldAlert } from 'lucide-react';
import { type ComponentProps, type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link as RouterLink, useLocation, useNavigate } from 'react-router-dom';
import { accountRoutes } from '#shared/accounts/routes';
import { noCodeText, readAuthenticatorCode } from '#shared/accounts/second-factor';
import { cleanEmail } from '#shared/lib/text';
import { paths } from '#shared/paths';
import { CodeField, TextField } from '../../../components/fields.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { canStoreLogins } from '../../../lib/browser/try-storage.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { useIsHydrated } from '../../../lib/pages/page.ts';
import type { Credentials, SignInOutcome } from '../../../lib/sign-in/amplify.ts';
import { codeProblem, signIn } from '../../../lib/sign-in/auth.ts';
import { noteKnownBrowser } from '../../../lib/sign-in/chosen-place.ts';
import { returnTo } from '../../../lib/sign-in/return-to.ts';
import type { ToastMessage } from '../../../lib/toasts/toaster.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { forgetSignUp } from './sign-up-storage.ts';

interface CodeFormProps {
  readonly error: string | undefined;
  readonly isPending: boolean;
  readonly onSubmit: (code: string) => void;
  readonly onBack: () => void;
  /** For a person who has lost the phone. */
  readonly onRecover: () => void;
}

const CodeForm = ({ error, isPending, onSubmit, onBack, onRecover }: CodeFormProps) => {
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
        <Button type="submit" size="lg" colorPalette="accent" disabled={isPending} mt="2">
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

/** Offered after a login with an unverified address (AUT-23). */
const ResendVerification = ({ email }: { readonly email: string }) => {
  const resend = useSubmission({
    send: () => callRoute(accountRoutes.resendVerification, { body: { email } }),
    failure: 'Failed to send verification email',
    onDone: () =>
      showToast({
        type: 'success',
        title: 'Check Your Email',
        description: 'We have sent you a new verification link.',
      }),
  });
  return (
    <Notice status="warning" icon={MailWarning}>
      <Stack gap="3" align="start">
        <Text>Open the link we sent to {email}, then log in. Did it not arrive, or has it expired?</Text>
        <Button
          type="button"
          variant="outline"
          disabled={resend.isPending}
          onClick={() => resend.submit(undefined)}
        >
          Resend verification email
        </Button>
      </Stack>
    </Notice>
  );
};

const RecoveryForm = lazy(async () => ({ default: (await import('./recovery-form.tsx')).RecoveryForm }));

/** A login needs the browser's storage. */
const NoStorage = (notice: Pick<ComponentProps<typeof Notice>, 'ref'>) => (
  <Notice status="error" icon={ShieldAlert} role="alert" tabIndex={-1} {...notice}>
    This browser blocks cookies and site data, so it cannot keep a login. Please allow them in its settings,
    or open this page in another browser, such as Safari or Chrome.
  </Notice>
);

const failedText = 'Failed to login';

interface Attempt extends Credentials {
  readonly email: string;
}

/** Undefined where the form shows the outcome. */
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
  readonly email: string;
  readonly onEmailChange: (email: string) => void;
  /** Whether the form covers a screen that must stay: a link opens another tab. */
  readonly isOverPage?: boolean;
}

/** AuthScreen redirects (AUT-05 to AUT-10). With the method `dialog`, no address has the password, also before the scripts run. */
export const LoginForm = ({ email, onEmailChange, isOverPage = false }: LoginFormProps) => {
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
      if (outcome.status === 'signedIn') {
        forgetSignUp();
        noteKnownBrowser();
      }
      setUnverified(outcome.status === 'unverified' ? tried.email : undefined);
    },
  });
  const noStorage = useRef<HTMLDivElement>(null);
  const isBlocked = useIsHydrated() && !canStoreLogins();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBlocked) return noStorage.current?.focus();
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
      if (!isOverPage) navigate(paths.login, { replace: true, state: returnTo(paths.secondFactor) });
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
    <form aria-label="Login" method="dialog" onSubmit={submit}>
      <Stack gap="4">
        {isBlocked && <NoStorage ref={noStorage} />}
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={email}
          onChange={(event) => onEmailChange(event.target.value)}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" size="lg" colorPalette="accent" disabled={login.isPending} mt="2">
          {login.isPending ? 'Logging in...' : 'Log in'}
        </Button>
        {unverified && <ResendVerification email={unverified} />}
        <Link asChild alignSelf="center">
          <RouterLink to={paths.forgotPassword} state={state} target={isOverPage ? '_blank' : undefined}>
            Forgot password?
          </RouterLink>
        </Link>
      </Stack>
    </form>
  );
};
