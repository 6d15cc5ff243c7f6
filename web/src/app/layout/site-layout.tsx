import { lazy, Suspense, useEffect, useRef } from 'react';
import { matchPath, Outlet, useLocation, useNavigationType } from 'react-router-dom';
import { pathPatterns, paths } from '#shared/paths';
import { css } from '#styled-system/css';
import { ScreenSkeleton } from '../../components/loading.tsx';
import { NewVersionNotice } from '../../components/new-version.tsx';
import { Box } from '../../components/ui/box.tsx';
import { Text } from '../../components/ui/text.tsx';
import { useIsPaused } from '../../lib/api/paused.ts';
import { loadChunk } from '../../lib/browser/load-chunk.ts';
import { useAwaitedLogin, useSignInFact } from '../../lib/sign-in/sign-in.ts';
import { requestToastRegion, useToastRegionRequested } from '../../lib/toasts/toasts.ts';
import { ScreenErrorBoundary } from '../routing/failure-screens.tsx';
import { AdminFind, AdminNav, SessionEnded } from '../routing/screens.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { InteractiveSignal } from './site.tsx';
import { adminPatterns } from './workspace.ts';

/** Also true while a stored sign-in is being read. */
const useIsAdmin = (): boolean =>
  useSignInFact(
    (signIn) =>
      signIn.status === 'restoring' || (signIn.status === 'signedIn' && signIn.tokenRole === 'admin'),
  );

const WorkspaceNav = () =>
  useIsAdmin() && (
    <Suspense>
      <AdminNav.Screen />
    </Suspense>
  );

/** The search's room is reserved while it loads. */
const WorkspaceFind = () => {
  const isAdmin = useIsAdmin();
  return (
    <Box minWidth={{ base: 'touch', xl: '56' }} minHeight="touch" ms={{ base: 'auto', md: '0' }}>
      {isAdmin && (
        <Suspense>
          <AdminFind.Screen />
        </Suspense>
      )}
    </Box>
  );
};

const ToastRegion = lazy(async () => ({
  default: (await loadChunk(() => import('../../components/toast-region.tsx'))).ToastRegion,
}));

/** Says that nothing typed is lost while changes are paused (REL-05). */
const PauseNotice = () => (
  <div role="status">
    {useIsPaused() && (
      <Text px="4" py="3" bg="warning.subtle" color="warning.fg" textAlign="center">
        <b>Booking is paused for a few minutes.</b> You can look at everything. Leave this page open: what you
        typed stays, and you can send it afterwards.
      </Text>
    )}
  </div>
);

const firstActions = ['pointerdown', 'keydown'];

/** For browsers without `requestIdleCallback`. */
const restMs = 1_000;

const afterPress = (then: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(then);
  else setTimeout(then, restMs);
};

/** Loads the toast region (18 KB gzip) with the first press, so that a toast can say that the connection is lost. */
const ToastOutlet = () => {
  const isRequested = useToastRegionRequested();
  useEffect(() => {
    const listening = new AbortController();
    for (const action of firstActions) {
      window.addEventListener(action, () => afterPress(requestToastRegion), {
        once: true,
        passive: true,
        signal: listening.signal,
      });
    }
    return () => listening.abort();
  }, []);
  return (
    isRequested && (
      <Suspense>
        <ToastRegion />
      </Suspense>
    )
  );
};

/** Replaces a screen that loads, or that waits for the login of the person who was typing. */
const ScreenFallback = () => {
  if (!useAwaitedLogin()) return <ScreenSkeleton />;
  // An inner boundary catches the failure of the login's chunk, so the screen below stays.
  return (
    <ScreenErrorBoundary>
      <Suspense fallback={<ScreenSkeleton />}>
        <SessionEnded.Screen />
      </Suspense>
    </ScreenErrorBoundary>
  );
};

const mainId = 'main';

const skipLink = css({
  position: 'fixed',
  top: '2',
  left: '2',
  zIndex: 'skip',
  px: '5',
  py: '3',
  borderRadius: 'full',
  bg: 'accent.solid',
  color: 'accent.contrast',
  fontWeight: 'bold',
  opacity: { base: '0', _focus: '1' },
  pointerEvents: { base: 'none', _focus: 'auto' },
});

/** The footer is out of sight while a page loads, so it does not move. */
const publicMain = css({ flex: '1', minHeight: { base: '[calc(100svh - 4rem)]', _print: '0' } });

const workspaceMain = css({
  flex: '1',
  mdDown: {
    // Focused controls scroll into view above the bar, not behind it.
    '& :is(a, button, input, select, textarea)': { scrollMarginBottom: '24' },
  },
  _bar: {
    pb: '[calc(3.75rem + env(safe-area-inset-bottom))]',
  },
  _rail: { ps: '[5.25rem]' },
  _sidebar: { ps: '52' },
});

/** Focuses the new page and scrolls to its top, except after Back and Forward, and where a hash names the position. */
const useNavigationFocus = () => {
  const main = useRef<HTMLElement>(null);
  const { pathname, hash } = useLocation();
  const navigationType = useNavigationType();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (hash) return;
    main.current?.focus({ preventScroll: true });
    if (navigationType !== 'POP') window.scrollTo({ top: 0, behavior: 'instant' });
  }, [pathname, hash, navigationType]);
  return main;
};

export const SiteLayout = () => {
  const main = useNavigationFocus();
  const { pathname } = useLocation();
  // Visitors will go to the login; others set up their second factor first.
  const hasWorkspace = useSignInFact(
    (signIn) =>
      signIn.status === 'restoring' || (signIn.status === 'signedIn' && signIn.tokenRole === signIn.role),
  );
  const isWorkspace = hasWorkspace && adminPatterns.some((page) => matchPath(page, pathname));
  // A footer would be in the way of a coach who scrolls a register (DAY-05).
  const isCoachs = [paths.coach, pathPatterns.coachRegister].some((page) => matchPath(page, pathname));
  return (
    <>
      <a href={`#${mainId}`} className={skipLink}>
        Skip to content
      </a>
      <Header isWide={isWorkspace}>{isWorkspace && <WorkspaceFind />}</Header>
      <PauseNotice />
      {isWorkspace && <WorkspaceNav />}
      <main id={mainId} ref={main} tabIndex={-1} className={isWorkspace ? workspaceMain : publicMain}>
        <ScreenErrorBoundary key={pathname}>
          <NewVersionNotice isBar />
          <Suspense fallback={<ScreenFallback />}>
            <Outlet />
            <InteractiveSignal />
          </Suspense>
        </ScreenErrorBoundary>
      </main>
      {!isWorkspace && !isCoachs && <Footer />}
      <ToastOutlet />
    </>
  );
};
