import { Box } from '@chakra-ui/react/box';
import { HStack, Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Menu, X } from 'lucide-react';
import {
  lazy,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { Link, NavLink, useLocation, useNavigate } from 'react-router-dom';
import { brand } from '#shared/brand';
import { palette } from '#shared/palette';
import { paths } from '#shared/paths';
import { Button, backdrop } from '../../components/controls.tsx';
import { tryStorage } from '../../lib/browser/try-storage.ts';
import { coachAccountKey } from '../../lib/offline/stored-sessions.ts';
import { useIsHydrated } from '../../lib/pages/page.ts';
import { completePages } from '../../lib/pages/public-pages.ts';
import { signOut } from '../../lib/sign-in/auth.ts';
import { dashboards, landingPath } from '../../lib/sign-in/return-to.ts';
import {
  hiddenFromVisitors,
  hiddenWhenSignedIn,
  ofRole,
  useIsVisitor,
  useSignInFact,
} from '../../lib/sign-in/sign-in.ts';
import { showToast } from '../../lib/toasts/toasts.ts';

/** Logo and name, a link to the home page. */
const BrandMark = () => (
  <HStack
    asChild
    gap="2"
    minHeight="touch"
    fontFamily="heading"
    fontWeight="extrabold"
    fontSize="2xl"
    letterSpacing="tight"
  >
    <Link to={paths.home}>
      <chakra.svg viewBox="0 0 32 32" boxSize="8" aria-hidden="true">
        <rect width="32" height="32" rx="10" fill={palette.ball} />
        <circle cx="16" cy="16" r="10" fill={palette.chalk} />
        <path d="m16 11.6 4.2 3-1.6 5h-5.2l-1.6-5z" fill={palette.navy} />
        <path
          d="M16 6v5.6M25.4 13l-5.2 1.6M21.8 24l-3.2-4.4M10.2 24l3.2-4.4M6.6 13l5.2 1.6"
          stroke={palette.navy}
          strokeWidth="1.6"
        />
      </chakra.svg>
      {brand.name}
    </Link>
  </HStack>
);

/**
 * What a coach is asked before the end of a session. A browser that cannot load it logs out, and keeps for some days what
 * waits.
 */
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
    // Outside of the drawer of small screens, which closes.
    question:
      isAsking &&
      createPortal(
        <Suspense>
          <UnsentQuestion onLogout={logout} onCancel={() => setIsAsking(false)} />
        </Suspense>,
        document.body,
      ),
  };
};

/**
 * The header's buttons for the current sign-in (PUB-08 to PUB-12). While a stored sign-in is being read, Dashboard
 * links to /auth, which redirects signed-in users. A prerendered page that is complete has the buttons of both, as it shows
 * those of the stored sign-in before any of its scripts is loaded.
 */
const SignInButtons = () => {
  const isVisitor = useIsVisitor();
  const dashboard = useSignInFact((signIn) =>
    signIn.status === 'signedIn' ? landingPath(signIn.role, null) : paths.auth,
  );
  const isHydrated = useIsHydrated();
  const { pathname } = useLocation();
  const { ask, question } = useLogout();
  const ofVisitor = isHydrated ? undefined : hiddenWhenSignedIn;
  const ofMember = isVisitor ? hiddenFromVisitors : undefined;
  return (
    <>
      {isVisitor && (
        <>
          <Button asChild variant="ghost" css={ofVisitor}>
            <Link to={paths.login}>Log in</Link>
          </Button>
          <Button asChild css={ofVisitor}>
            <Link to={paths.signUp}>Sign up</Link>
          </Button>
        </>
      )}
      {(!isVisitor || (!isHydrated && completePages.includes(pathname))) && (
        <>
          <Button asChild css={ofMember}>
            <Link to={dashboard} {...ofRole(dashboards)}>
              Dashboard
            </Link>
          </Button>
          <Button variant="ghost" css={ofMember} onClick={ask}>
            Logout
          </Button>
        </>
      )}
      {question}
    </>
  );
};

const links = [
  { to: paths.home, label: 'Home' },
  { to: paths.bookCamp, label: 'Book A Class' },
  { to: paths.contact, label: 'Contact' },
];

const StyledNavLink = chakra(NavLink, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 'touch',
    px: '3.5',
    borderRadius: 'full',
    fontWeight: 'semibold',
    _hover: { bg: 'bg.subtle' },
    _currentPage: { color: 'brand.fg', textDecoration: 'underline', textUnderlineOffset: '6px' },
  },
});

/** Links to the public pages (PUB-07). */
const HeaderLinks = () =>
  links.map(({ to, label }) => (
    <StyledNavLink key={to} to={to} end>
      {label}
    </StyledNavLink>
  ));

/**
 * The side drawer of small screens: a native modal dialog, which handles focus and Escape without the script of a
 * component library.
 */
const MobileMenu = () => {
  const drawer = useRef<HTMLDialogElement>(null);
  const close = () => drawer.current?.close();
  const closeAfterChoice = ({ target, currentTarget }: MouseEvent) => {
    const isBackdrop = target === currentTarget;
    if (isBackdrop || (target instanceof Element && target.closest('a, button'))) close();
  };
  return (
    <>
      <Button
        variant="ghost"
        size="compact"
        aria-label="Open menu"
        aria-haspopup="dialog"
        onClick={() => drawer.current?.showModal()}
      >
        <Menu aria-hidden />
      </Button>
      <chakra.dialog
        ref={drawer}
        aria-label="Menu"
        onClick={closeAfterChoice}
        ms="auto"
        me="0"
        my="0"
        height="100dvh"
        maxHeight="none"
        width="min(20rem, 85vw)"
        bg="bg.surface"
        color="fg"
        boxShadow="raised"
        css={{
          '&::backdrop': backdrop,
          '&[open]': { _motionSafe: { animation: 'slideIn 200ms ease-out' } },
        }}
      >
        <Stack p="4" gap="6">
          <HStack justify="end">
            <Button variant="ghost" size="compact" aria-label="Close menu">
              <X aria-hidden />
            </Button>
          </HStack>
          <Stack asChild gap="1" fontSize="lg">
            <nav aria-label="Main">
              <HeaderLinks />
            </nav>
          </Stack>
          <Stack gap="3">
            <SignInButtons />
          </Stack>
        </Stack>
      </chakra.dialog>
    </>
  );
};

interface HeaderProps {
  /** As wide as the window. */
  readonly isWide: boolean;
  /** Between the logo and the links. */
  readonly children?: ReactNode;
}

/** Header with all links in a row; below 768 px with a side drawer (PUB-13, NTF-06). */
export const Header = ({ isWide, children }: HeaderProps) => (
  <chakra.header
    position="sticky"
    top="0"
    zIndex="header"
    bg="bg"
    borderBottomWidth="1px"
    borderColor="border"
  >
    <HStack
      justify="space-between"
      maxWidth={isWide ? 'none' : 'page'}
      mx="auto"
      px={{ base: '4', md: '6' }}
      minHeight="16"
    >
      <BrandMark />
      {children}
      <Box asChild display={{ base: 'none', md: 'block' }}>
        <nav aria-label="Main">
          <HStack gap="1">
            <HeaderLinks />
          </HStack>
        </nav>
      </Box>
      {/* As wide as the longest labels, so that nothing moves when the sign-in is known. */}
      <HStack gap="2" display={{ base: 'none', md: 'flex' }} justify="end" minWidth="56">
        <SignInButtons />
      </HStack>
      <Box display={{ md: 'none' }}>
        <MobileMenu />
      </Box>
    </HStack>
  </chakra.header>
);
