import { Box } from '@chakra-ui/react/box';
import { lazy, Suspense, useDeferredValue, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { authTabs } from '#shared/paths';
import { Card } from '../../components/card.tsx';
import { Heading } from '../../components/heading.tsx';
import { Screen } from '../../components/screen.tsx';
import { ScreenSkeleton } from '../../components/screen-skeleton.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useIsHydrated } from '../../lib/browser/use-is-hydrated.ts';
import { landingPath } from '../../lib/sign-in/return-to.ts';
import { useSignIn } from '../../lib/sign-in/sign-in.ts';
import { AuthTabs } from './auth-tabs.tsx';
import { LoginForm } from './login-form.tsx';
import { VerificationSent } from './verification-sent.tsx';

// Loaded when their view is opened, because most visits are logins.
const SignUpForm = lazy(async () => ({ default: (await import('./sign-up-form.tsx')).SignUpForm }));
const ForgotPasswordView = lazy(async () => ({
  default: (await import('./forgot-password-view.tsx')).ForgotPasswordView,
}));
const ResetPasswordView = lazy(async () => ({
  default: (await import('./reset-password-view.tsx')).ResetPasswordView,
}));

type View = 'login' | 'signUp' | 'forgotPassword' | 'resetPassword';

const titles: Record<View, { page: string; heading: string }> = {
  login: { page: 'Log in', heading: 'Welcome back' },
  signUp: { page: 'Sign up', heading: 'Join the team' },
  forgotPassword: { page: 'Forgot password', heading: 'Forgot your password?' },
  resetPassword: { page: 'New password', heading: 'Set a new password' },
};

/** Height of the login form, so that nothing below it moves when it is rendered. */
const loginHeight = '24.5rem';

const useView = (): View => {
  const { hash } = useLocation();
  const [search] = useSearchParams();
  if (new URLSearchParams(hash.slice(1)).get('type') === 'recovery') return 'resetPassword';
  const tab = search.get('tab');
  if (tab === authTabs.signUp) return 'signUp';
  return tab === authTabs.forgotPassword ? 'forgotPassword' : 'login';
};

/**
 * Login, sign-up and password reset (AUT-01 to AUT-04, AUT-25). Redirects signed-in users as after a login, unless a
 * reset link was opened (AUT-11).
 */
export const AuthScreen = () => {
  const signIn = useSignIn();
  const { state } = useLocation();
  const view = useView();
  // Deferred, so that the form is rendered in short tasks after the hydration.
  const isHydrated = useDeferredValue(useIsHydrated());
  if (view !== 'resetPassword') {
    if (signIn.status === 'restoring') return <ScreenSkeleton />;
    if (signIn.status === 'signedIn') return <Navigate to={landingPath(signIn.role, state)} replace />;
  }
  const { page, heading } = titles[view];
  return (
    <Screen pageTitle={page} maxWidth={view === 'signUp' ? '38rem' : '30rem'}>
      <Heading as="h1" size="xl" mb="6" textAlign="center">
        {heading}
      </Heading>
      <Card p={{ base: '4', md: '6' }}>
        <Box minHeight={view === 'login' ? loginHeight : undefined}>
          {isHydrated ? (
            <Suspense fallback={<Skeleton height={loginHeight} />}>
              <Views view={view} />
            </Suspense>
          ) : (
            <Skeleton height={loginHeight} />
          )}
        </Box>
      </Card>
    </Screen>
  );
};

/** Keeps what was typed when the view changes. */
const Views = ({ view }: { readonly view: View }) => {
  const { state } = useLocation();
  const [, setSearch] = useSearchParams();
  const [email, setEmail] = useState('');
  const [signedUpAs, setSignedUpAs] = useState<string>();
  const openTab = (tab: string) => setSearch({ tab }, { replace: true, state });
  if (view === 'resetPassword') return <ResetPasswordView />;
  if (view === 'forgotPassword') return <ForgotPasswordView email={email} onEmailChange={setEmail} />;
  return (
    <AuthTabs tabs={tabs} selected={authTabs[view]} onSelect={openTab}>
      {view === 'login' ? (
        <>
          {signedUpAs && <VerificationSent email={signedUpAs} />}
          <LoginForm email={email} onEmailChange={setEmail} />
        </>
      ) : (
        <Suspense fallback={<Skeleton height="80" />}>
          <SignUpForm
            onDone={(newEmail) => {
              setEmail(newEmail);
              setSignedUpAs(newEmail);
              openTab(authTabs.login);
            }}
          />
        </Suspense>
      )}
    </AuthTabs>
  );
};

const tabs = [
  { value: authTabs.login, label: 'Login' },
  { value: authTabs.signUp, label: 'Sign Up' },
];
