import { Menu, X } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link, NavLink, useLocation, useNavigate } from 'react-router-dom';
import { brand } from '#shared/brand';
import { palette } from '#shared/palette';
import { paths } from '#shared/paths';
import { Button } from '../../components/ui/button.tsx';
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
import styles from './layout.module.css';

/** Logo and name, a link to the home page. */
const BrandMark = () => (
  <Link to={paths.home} className={styles.brand}>
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
  const location = useLocation();
  // A page that waits for its own login shows the form, and must stay.
  const login = useAwaitedLogin() ? location : paths.login;
  const { ask, question } = useLogout();
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
          <Button variant="ghost" className={ofMember} onClick={ask}>
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

/** Links to the public pages (PUB-07). */
const HeaderLinks = () =>
  links.map(({ to, label }) => (
    <NavLink key={to} to={to} end className={() => styles.headerLink}>
      {label}
    </NavLink>
  ));

/**
 * The side drawer of small screens: a native modal dialog, which handles focus and Escape without the script of a
 * component library.
 */
const MobileMenu = () => {
  const drawer = useRef<HTMLDialogElement>(null);
  // Keys click links and buttons too.
  useEffect(() => {
    const dialog = drawer.current;
    const closeAfterChoice = ({ target }: MouseEvent) => {
      const isBackdrop = target === dialog;
      if (isBackdrop || (target instanceof Element && target.closest('a, button'))) dialog?.close();
    };
    dialog?.addEventListener('click', closeAfterChoice);
    return () => dialog?.removeEventListener('click', closeAfterChoice);
  }, []);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-label="Open menu"
        aria-haspopup="dialog"
        onClick={() => drawer.current?.showModal()}
      >
        <Menu aria-hidden />
      </Button>
      <dialog ref={drawer} aria-label="Menu" className={styles.drawer}>
        <div className={styles.drawerParts}>
          <div className={styles.drawerEnd}>
            <Button variant="ghost" size="sm" aria-label="Close menu">
              <X aria-hidden />
            </Button>
          </div>
          <nav aria-label="Main" className={styles.drawerLinks}>
            <HeaderLinks />
          </nav>
          <div className={styles.drawerButtons}>
            <SignInButtons />
          </div>
        </div>
      </dialog>
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
  <header className={styles.header}>
    <div className={styles.headerRow} data-wide={isWide || undefined}>
      <BrandMark />
      {children}
      <nav aria-label="Main" className={styles.headerLinks}>
        <HeaderLinks />
      </nav>
      <div className={styles.headerButtons}>
        <SignInButtons />
      </div>
      <div className={styles.menu}>
        <MobileMenu />
      </div>
    </div>
  </header>
);
