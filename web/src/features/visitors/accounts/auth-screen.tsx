import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { MailCheck } from 'lucide-react';
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useId,
  useRef,
  useState,
} from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { authTabs } from '#shared/paths';
import { Card, Notice } from '../../../components/card.tsx';
import { ScreenSkeleton, Skeleton } from '../../../components/loading.tsx';
import { Heading, Screen } from '../../../components/screen.tsx';
import { useIsHydrated } from '../../../lib/pages/page.ts';
import { landingPath } from '../../../lib/sign-in/return-to.ts';
import { useSignIn } from '../../../lib/sign-in/sign-in.ts';
import { LoginForm } from './login-form.tsx';

interface AuthTab {
  readonly value: string;
  readonly label: string;
}

interface AuthTabsProps {
  readonly tabs: readonly AuthTab[];
  /** The value of the selected tab. */
  readonly selected: string;
  readonly onSelect: (value: string) => void;
  /** The panel of the selected tab. */
  readonly children: ReactNode;
}

/** How far each key moves the selection. */
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * Tabs by the pattern of the ARIA Authoring Practices: the arrow keys select. Written here, because Chakra's tabs cost a
 * login 15 KB (gzip) of state machines.
 */
const AuthTabs = ({ tabs, selected, onSelect, children }: AuthTabsProps) => {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const select = (value: string) => {
    onSelect(value);
    list.current?.querySelector<HTMLElement>(`[data-value="${value}"]`)?.focus();
  };
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const at = tabs.findIndex(({ value }) => value === selected);
    const next = step === undefined ? undefined : tabs.at((at + step) % tabs.length);
    if (!next) return;
    event.preventDefault();
    select(next.value);
  };
  return (
    <>
      <TabList role="tablist" ref={list} onKeyDown={move}>
        {tabs.map(({ value, label }) => (
          <Tab
            key={value}
            type="button"
            role="tab"
            id={`${id}-${value}`}
            data-value={value}
            aria-selected={value === selected}
            aria-controls={`${id}-panel`}
            tabIndex={value === selected ? 0 : -1}
            onClick={() => select(value)}
          >
            {label}
          </Tab>
        ))}
      </TabList>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </>
  );
};

const TabList = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    gap: '1',
    p: '1',
    mb: '6',
    borderRadius: 'full',
    bg: 'bg.subtle',
  },
});

const Tab = chakra('button', {
  base: {
    minHeight: 'touch',
    borderRadius: 'full',
    fontWeight: 'bold',
    cursor: 'pointer',
    color: 'fg.muted',
    _selected: { bg: 'bg.surface', color: 'fg', boxShadow: 'card' },
  },
});

/** Shown after a sign-up; the same for an address that already has an account (AUT-19, AUT-23). */
const VerificationSent = ({ email }: { readonly email: string }) => (
  <Notice tone="brand" icon={MailCheck} mb="5">
    We have sent a link to {email}. Open it to verify your address, then log in here.
  </Notice>
);

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
