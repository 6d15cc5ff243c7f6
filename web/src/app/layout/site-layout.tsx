import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system';
import { Suspense, useEffect, useRef } from 'react';
import { matchPath, Outlet, useLocation, useNavigationType } from 'react-router-dom';
import { ScreenSkeleton } from '../../components/screen-skeleton.tsx';
import { useSignInFact } from '../../lib/sign-in/sign-in.ts';
import { adminPatterns } from '../routing/admin-patterns.ts';
import { ScreenErrorBoundary } from '../routing/screen-error-boundary.tsx';
import { InteractiveSignal } from '../start/interactive.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { ToastOutlet } from './toast-outlet.tsx';
import { workspaceStyles } from './workspace-frame.ts';
import { WorkspaceFind, WorkspaceNav } from './workspace-nav.tsx';

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
