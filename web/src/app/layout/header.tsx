import { Menu, X } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { Link, NavLink, useLocation, useNavigate } from 'react-router-dom';
import { brand } from '#shared/brand';
import { palette } from '#shared/palette';
import { paths } from '#shared/paths';
import { css } from '#styled-system/css';
import { Drawer, loadDrawer } from '../../components/drawer.tsx';
import { Box } from '../../components/ui/box.tsx';
import { Button } from '../../components/ui/button.tsx';
import { HStack, Stack } from '../../components/ui/stack.tsx';
import { tryStorage } from '../../lib/browser/try-storage.ts';
import { coachAccountKey } from '../../lib/offline/stored-sessions.ts';
import { useIsHydrated } from '../../lib/pages/page.ts';
import { completePages } from '../../lib/pages/public-pages.ts';
import { signOut } from '../../lib/sign-in/auth.ts';
import { dashboards, landingPath } from '../../lib/sign-in/return-to.ts';
import {
  ofRole,
  ofSignedIn,
  ofVisitors,
  useAwaitedLogin,
  useIsVisitor,
  useSignInFact,
} from '../../lib/sign-in/sign-in.ts';
import { showToast } from '../../lib/toasts/toasts.ts';

const BrandMark = () => (
  <Link to={paths.home} className={brandMark}>
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="10" fill={palette.ball} />
      <circle cx="16" cy="16" r="10" fill={palette.chalk} />
      <path d="m16 11.6 4.2 3-1.6 5h-5.2l-1.6-5z" fill={palette.navy} />
      <path
        d="M16 6v5.6M25.4 13l-5.2 1.6M21.8 24l-3.2-4.4M10.2 24l3.2-4.4M6.6 13l5.2 1.6"
        stroke={palette.navy}
        strokeWidth="1.6"
      />
    </svg>
    {brand.name}
  </Link>
);

const brandMark = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  minHeight: 'touch',
  fontFamily: 'heading',
  fontSize: '2xl',
  fontWeight: 'extrabold',
  letterSpacing: 'tight',
  _icon: { boxSize: '8' },
});

// What a coach is asked before the end of a session. A browser that cannot load it logs out, and keeps for some days what waits.
const UnsentQuestion = lazy(() =>
  import('./unsent-question.tsx').then(
    (module) => ({ default: module.UnsentQuestion }),
    () => ({ default: AtOnce }),
  ),
);
const AtOnce = ({ onLogout }: { readonly onLogout: () => Promise<void> }) => {
  useEffect(() => void onLogout(), [onLogout]);
  return null;
};

const useLogout = () => {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const logout = useCallback(async () => {
    setIsAsking(false);
    await signOut();
    showToast({ type: 'success', subject: 'sign-in', title: 'Logged out' });
    navigate(paths.home);
  }, [navigate]);
  const hasCoach = () => tryStorage(() => localStorage.getItem(coachAccountKey)) != null;
  return {
    ask: () => (hasCoach() ? setIsAsking(true) : void logout()),
    question: isAsking && (
      <Suspense>
        <UnsentQuestion onLogout={logout} onCancel={() => setIsAsking(false)} />
      </Suspense>
    ),
  };
};

interface SignInButtonsProps {
  readonly onLogout: () => void;
}

// The header's buttons for the current sign-in (PUB-08 to PUB-12). While a stored sign-in is being read, Dashboard links to /auth,
// which redirects signed-in users. A prerendered page that is complete has the buttons of both, as it shows those of the stored
// sign-in before any of its scripts is loaded.
const SignInButtons = ({ onLogout }: SignInButtonsProps) => {
  const isVisitor = useIsVisitor();
  const dashboard = useSignInFact((signIn) =>
    signIn.status === 'signedIn' ? landingPath(signIn.role, null) : paths.auth,
  );
  const isHydrated = useIsHydrated();
  const location = useLocation();
  // A page that waits for its own login shows the form, and must stay.
  const login = useAwaitedLogin() ? location : paths.login;
  const ofVisitor = isHydrated ? undefined : ofVisitors;
  const ofMember = isVisitor ? ofSignedIn : undefined;
  return (
    <>
      {isVisitor && (
        <>
          <Button asChild variant="ghost" className={ofVisitor}>
            <Link to={login}>Log in</Link>
          </Button>
          <Button asChild className={ofVisitor}>
            <Link to={paths.signUp}>Sign up</Link>
          </Button>
        </>
      )}
      {(!isVisitor || (!isHydrated && completePages.includes(location.pathname))) && (
        <>
          <Button asChild className={ofMember}>
            <Link to={dashboard} {...ofRole(dashboards)}>
              Dashboard
            </Link>
          </Button>
          <Button variant="ghost" className={ofMember} onClick={onLogout}>
            Logout
          </Button>
        </>
      )}
    </>
  );
};

const links = [
  { to: paths.home, label: 'Home' },
  { to: paths.bookCamp, label: 'Book A Class' },
  { to: paths.contact, label: 'Contact' },
];

const HeaderLinks = () =>
  links.map(({ to, label }) => (
    <NavLink key={to} to={to} end className={() => pageLink}>
      {label}
    </NavLink>
  ));

const pageLink = css({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 'touch',
  px: '3.5',
  borderRadius: 'full',
  fontWeight: 'semibold',
  '&[aria-current=page]': { color: 'brand.fg', textDecoration: 'underline', textUnderlineOffset: '6px' },
  _hover: { bg: 'bg.subtle' },
});

const MobileMenu = (buttons: SignInButtonsProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-label="Open menu"
        aria-haspopup="dialog"
        onPointerDown={loadDrawer}
        onFocus={loadDrawer}
        onClick={() => setIsOpen(true)}
      >
        <Menu aria-hidden />
      </Button>
      <Drawer label="Menu" placement="end" isOpen={isOpen} onClose={close}>
        <Stack gap="6">
          <Button variant="ghost" size="sm" alignSelf="end" aria-label="Close menu">
            <X aria-hidden />
          </Button>
          <Stack as="nav" aria-label="Main" gap="1" fontSize="lg">
            <HeaderLinks />
          </Stack>
          <Stack gap="3">
            <SignInButtons {...buttons} />
          </Stack>
        </Stack>
      </Drawer>
    </>
  );
};

interface HeaderProps {
  readonly isWide: boolean;
  readonly children?: ReactNode;
}

/** Header with all links in a row; below 768 px with a side drawer (PUB-13, NTF-06). */
export const Header = ({ isWide, children }: HeaderProps) => {
  const { ask, question } = useLogout();
  return (
    <Box
      as="header"
      position="sticky"
      top="0"
      zIndex="header"
      borderBottomWidth="1px"
      borderColor="border"
      bg="bg"
    >
      <HStack
        justify="space-between"
        maxWidth={isWide ? '[none]' : 'page'}
        minHeight="16"
        mx="auto"
        px={{ base: '4', md: '6' }}
      >
        <BrandMark />
        {children}
        <HStack as="nav" aria-label="Main" gap="1" display={{ base: 'none', md: 'flex' }}>
          <HeaderLinks />
        </HStack>
        {/* The stack is as wide as the longest labels, so that nothing moves when the sign-in is known. */}
        <HStack justify="end" minWidth="56" display={{ base: 'none', md: 'flex' }}>
          <SignInButtons onLogout={ask} />
        </HStack>
        <Box display={{ md: 'none' }}>
          <MobileMenu onLogout={ask} />
        </Box>
      </HStack>
      {question}
    </Box>
  );
};
