import { MailCheck, ShieldAlert } from 'lucide-react';
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom';
import { type AuthView, authTabs, paths, resetToken } from '#shared/paths';
import type { Role } from '#shared/roles';
import { css } from '#styled-system/css';
import { Notice } from '../../../components/notice.tsx';
import { Screen } from '../../../components/screen.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { type Address, lazyScreen } from '../../../lib/pages/lazy-screen.tsx';
import { showResult, useIsHydrated } from '../../../lib/pages/page.ts';
import { forgetChosenPlace, placeAt, readChosenPlace } from '../../../lib/sign-in/chosen-place.ts';
import { landingPath, pathAfter, returnTo } from '../../../lib/sign-in/return-to.ts';
import { ofVisitors, useSignIn, useSignInFact } from '../../../lib/sign-in/sign-in.ts';
import { LoginForm } from './login-form.tsx';

const tabs = [
  { view: authTabs.login, to: paths.login, label: 'Login' },
  { view: authTabs.signUp, to: paths.signUp, label: 'Sign Up' },
];

/** The tabs: links, since each view has its address, and its document before any script is loaded. */
const AuthTabs = ({ view }: { readonly view: AuthView }) => {
  const { state } = useLocation();
  return (
    <nav aria-label="Login or sign-up" className={tabList}>
      {tabs.map((tab) => (
        <Link
          key={tab.view}
          to={tab.to}
          replace
          state={state}
          className={tabLook}
          aria-current={tab.view === view ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
};

const tabList = css({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: '1',
  mb: '6',
  p: '1',
  borderRadius: 'full',
  bg: 'bg.subtle',
});

const tabLook = css({
  display: 'grid',
  placeItems: 'center',
  minHeight: 'touch',
  borderRadius: 'full',
  color: 'fg.muted',
  fontWeight: 'bold',
  '&[aria-current=page]': { bg: 'bg.surface', color: 'fg', boxShadow: 'card' },
});

/** The same for an address that already has an account (AUT-19, AUT-23). */
const VerificationSent = ({ email }: { readonly email: string }) => (
  <Notice
    status="info"
    icon={MailCheck}
    className={css({ mb: '5' })}
    ref={showResult}
    tabIndex={-1}
    role="status"
  >
    We have sent a link to {email}. Open it to verify your address, then log in here. Has none come after some
    minutes? Look among the unwanted mails, or log in below: then you can have it sent again.
  </Notice>
);

const ChosenPlaceCard = lazy(async () => ({
  default: (await import('./chosen-place-card.tsx')).ChosenPlaceCard,
}));

// Most visits are logins, so the other views are loaded when they open.
const SignUp = lazyScreen(() => import('./sign-up-form.tsx'), 'SignUpForm');
const ForgotPassword = lazyScreen(() => import('./forgot-password-view.tsx'), 'ForgotPasswordView');
const ResetPassword = lazyScreen(() => import('./reset-password-view.tsx'), 'ResetPasswordView');

const titles: Record<AuthView, { page: string; heading: string }> = {
  login: { page: 'Log in', heading: 'Welcome back' },
  signup: { page: 'Sign up', heading: 'Join the team' },
  'forgot-password': { page: 'Forgot password', heading: 'Forgot your password?' },
  reset: { page: 'New password', heading: 'Set a new password' },
};

/** The query alone chooses the document, since no request carries the hash. */
const authViewOf = ({ search, hash }: { readonly search: string; readonly hash: string }): AuthView => {
  const query = new URLSearchParams(search);
  if (query.has(resetToken) || new URLSearchParams(hash.slice(1)).get('type') === 'recovery') return 'reset';
  const tab = query.get('tab');
  return Object.values(authTabs).find((known) => known === tab) ?? authTabs.login;
};

const viewsApart = { signup: SignUp, 'forgot-password': ForgotPassword, reset: ResetPassword };

/** The form is in the document and is hydrated with the page. */
export const preloadView = async (address: Address): Promise<void> => {
  const view = authViewOf(address);
  if (view !== authTabs.login) await viewsApart[view].preload(address);
};

/** Redirects signed-in users as after a login, unless a reset link was opened (AUT-01 to AUT-04, AUT-11, AUT-25). */
export const AuthScreen = () => {
  const signIn = useSignIn();
  const location = useLocation();
  const view = authViewOf(location);
  const isHydrated = useIsHydrated();
  if (view !== 'reset') {
    if (signIn.status === 'signedIn') return <LedOn role={signIn.role} />;
  }
  const { page, heading } = titles[view];
  // While a stored sign-in is read, the form is hidden: nothing can be typed that would be lost.
  const hidden = isHydrated ? signIn.status === 'restoring' && isNotSeen : ofVisitors;
  return (
    <Screen
      className={(view !== 'reset' && hidden) || undefined}
      pageTitle={page}
      maxWidth={view === authTabs.signUp ? '[38rem]' : '[30rem]'}
    >
      <Heading as="h1" size="xl" mb="6" textAlign="center">
        {heading}
      </Heading>
      <Choice />
      <EndedNotice />
      <Card.Root size="lg">
        <Card.Body>
          <Suspense fallback={<Skeleton height="96" />}>
            <Views view={view} />
          </Suspense>
        </Card.Body>
      </Card.Root>
    </Screen>
  );
};

const isNotSeen = css({ display: 'none' });

const aboveForm = css({ mb: '4' });

/** Another tab may have chosen the place. */
const LedOn = ({ role }: { readonly role: Role }) => {
  const { state } = useLocation();
  const [target] = useState(() => {
    const chosen = role === 'admin' ? undefined : readChosenPlace()?.path;
    return landingPath(role, state ?? (chosen && returnTo(chosen)));
  });
  useEffect(forgetChosenPlace, []);
  return <Navigate to={target} replace />;
};

const EndedNotice = () =>
  useSignInFact((signIn) => signIn.status === 'signedOut' && signIn.hasEnded === true) && (
    <Notice status="warning" icon={ShieldAlert} role="status" className={aboveForm}>
      Your session has ended. Please log in again.
    </Notice>
  );

const Choice = () => {
  const { state } = useLocation();
  const isHydrated = useIsHydrated();
  if (!isHydrated) return null;
  const place = placeAt(pathAfter(state) ?? '') ?? readChosenPlace();
  return (
    place && (
      <Suspense fallback={<Skeleton height="28" borderRadius="xl" mb="4" />}>
        <ChosenPlaceCard place={place} />
      </Suspense>
    )
  );
};

const Views = ({ view }: { readonly view: AuthView }) => {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [signedUpAs, setSignedUpAs] = useState<string>();
  if (view === 'reset') return <ResetPassword.Screen />;
  if (view === 'forgot-password') return <ForgotPassword.Screen email={email} onEmailChange={setEmail} />;
  return (
    <>
      <AuthTabs view={view} />
      {view === 'login' ? (
        <>
          {signedUpAs && <VerificationSent email={signedUpAs} />}
          <LoginForm email={email} onEmailChange={setEmail} />
        </>
      ) : (
        <Suspense fallback={<Skeleton height="80" />}>
          <SignUp.Screen
            onDone={(newEmail) => {
              setEmail(newEmail);
              setSignedUpAs(newEmail);
              navigate(paths.login, { replace: true, state });
            }}
          />
        </Suspense>
      )}
    </>
  );
};

/** In place of a screen with typed text whose sign-in has ended: the text is shown again to the same person (PRF-02). */
export const SessionEnded = () => {
  const [email, setEmail] = useState('');
  const notice = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { activeElement: writing } = document;
    notice.current?.focus();
    // The next task runs when the screen is shown again.
    return () => void setTimeout(() => writing instanceof HTMLElement && writing.focus());
  }, []);
  return (
    <Screen pageTitle="Log in" maxWidth="[30rem]">
      <Heading as="h1" size="xl" mb="6" textAlign="center">
        Your session has ended
      </Heading>
      <Notice
        ref={notice}
        status="warning"
        icon={ShieldAlert}
        role="alert"
        tabIndex={-1}
        className={aboveForm}
      >
        Please log in again. What you entered is kept on this page, and only your account sees it.
      </Notice>
      <Card.Root size="lg">
        <Card.Body>
          <LoginForm email={email} onEmailChange={setEmail} isOverPage />
        </Card.Body>
      </Card.Root>
    </Screen>
  );
};
