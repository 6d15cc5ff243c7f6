import { Box } from '@chakra-ui/react/box';
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { matchPath, Outlet, useLocation, useNavigationType } from 'react-router-dom';
import { ScreenSkeleton } from '../../components/loading.tsx';
import { loadChunk } from '../../lib/browser/load-chunk.ts';
import { useSignInFact } from '../../lib/sign-in/sign-in.ts';
import { requestToastRegion, useToastRegionRequested } from '../../lib/toasts/toasts.ts';
import { ScreenErrorBoundary } from '../routing/failure-screens.tsx';
import { AdminFind, AdminNav } from '../routing/screens.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { InteractiveSignal } from './site.tsx';
import { adminPatterns, workspaceStyles } from './workspace.ts';

/** Also true while a stored sign-in is being read. */
const useIsAdmin = (): boolean =>
  useSignInFact(
    (signIn) =>
      signIn.status === 'restoring' || (signIn.status === 'signedIn' && signIn.tokenRole === 'admin'),
  );

/** The navigation of the admin area, for administrators only. */
const WorkspaceNav = () =>
  useIsAdmin() && (
    <Suspense>
      <AdminNav.Screen />
    </Suspense>
  );

/** The search of the admin area, for administrators only. Keeps its room while it loads. */
const WorkspaceFind = () => {
  const isAdmin = useIsAdmin();
  return (
    <Box minWidth={{ base: '11', xl: '56' }} minHeight="11" ms={{ base: 'auto', md: '0' }}>
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

const firstActions = ['pointerdown', 'keydown'];

/**
 * Loads the toast region (18 KB gzip) at the first press or key, or with the first toast. Loading it early means that
 * the toast about a lost connection can be shown.
 */
const ToastOutlet = () => {
  const isRequested = useToastRegionRequested();
  useEffect(() => {
    const listening = new AbortController();
    for (const action of firstActions) {
      window.addEventListener(action, requestToastRegion, {
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

const mainId = 'main';

/**
 * At least as tall as the window below the header: the footer is never in sight while a page loads, so it does not
 * move.
 */
const aboveFooter: SystemStyleObject = { minHeight: 'calc(100svh - 4rem)', _print: { minHeight: '0' } };

/**
 * After a navigation: focuses the new page's content and scrolls to the top, unless the navigation was back or forward.
 * A page opened with a hash scrolls by itself.
 */
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

/** The layout of every page: skip link, header, screen, footer, toasts. The admin area has a navigation and no footer. */
export const SiteLayout = () => {
  const main = useNavigationFocus();
  const { pathname } = useLocation();
  // A visitor is about to be led to the login; others set up their second factor first.
  const hasWorkspace = useSignInFact(
    (signIn) =>
      signIn.status === 'restoring' || (signIn.status === 'signedIn' && signIn.tokenRole === signIn.role),
  );
  const isWorkspace = hasWorkspace && adminPatterns.some((page) => matchPath(page, pathname));
  return (
    <>
      <chakra.a
        href={`#${mainId}`}
        position="fixed"
        top="2"
        left="2"
        zIndex="skip"
        px="5"
        py="3"
        borderRadius="full"
        bg="accent.solid"
        color="accent.contrast"
        fontWeight="bold"
        opacity="0"
        pointerEvents="none"
        _focus={{ opacity: '1', pointerEvents: 'auto' }}
      >
        Skip to content
      </chakra.a>
      <Header isWide={isWorkspace}>{isWorkspace && <WorkspaceFind />}</Header>
      {isWorkspace && <WorkspaceNav />}
      <chakra.main
        id={mainId}
        ref={main}
        tabIndex={-1}
        flex="1"
        css={isWorkspace ? workspaceStyles : aboveFooter}
      >
        <ScreenErrorBoundary key={pathname}>
          <Suspense fallback={<ScreenSkeleton />}>
            <Outlet />
            <InteractiveSignal />
          </Suspense>
        </ScreenErrorBoundary>
      </chakra.main>
      {!isWorkspace && <Footer />}
      <ToastOutlet />
    </>
  );
};
