import { useEffect, useLayoutEffect } from 'react';
import { matchPath, useLocation, useNavigationType } from 'react-router-dom';
import { paths } from '#shared/paths';
import { PageTooltip } from '../../components/page-tooltip.tsx';
import { Box } from '../../components/ui/box.tsx';
import { DashboardScreen } from '../../features/admin/school/dashboard-screen.tsx';
import { type Address, atFirstUse } from '../../lib/pages/lazy-screen.tsx';
import { otherScreens } from './admin-screens.ts';
import '../theme/office.css';
import { type AdminPattern, adminPatterns } from './workspace.ts';

/** Scroll positions by history entry, for as long as the page is open. */
const positions = new Map<string, number>();

/** How long a page may grow until its old position is given up. */
const growingMs = 3_000;

/**
 * Returns to the old scroll position after Back and Forward. The browser itself tries this before the screen is
 * rendered, when the page is still short.
 */
const useScrollMemory = (): void => {
  const { key } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  // A layout effect, so that it ends before the browser moves the position on the next, shorter screen.
  useLayoutEffect(() => {
    const target = isReturn ? positions.get(key) : undefined;
    const left = new AbortController();
    const stop = { passive: true, once: true, signal: left.signal };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = () => positions.set(key, window.scrollY);
    const remember = () => window.addEventListener('scroll', note, { passive: true, signal: left.signal });
    if (target === undefined) remember();
    else {
      const growth = new ResizeObserver(() => {
        window.scrollTo({ top: target, behavior: 'instant' });
        if (Math.abs(window.scrollY - target) <= 1) end();
      });
      const end = () => {
        growth.disconnect();
        remember();
      };
      growth.observe(document.documentElement);
      for (const input of ['wheel', 'touchstart', 'keydown']) window.addEventListener(input, end, stop);
      timer = setTimeout(end, growingMs);
      left.signal.addEventListener('abort', () => growth.disconnect());
    }
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [key, isReturn]);
};

const pageAt = (pathname: string): AdminPattern | undefined =>
  adminPatterns.find((path) => matchPath(path, pathname));

/** Loads the screen of an address that is not the dashboard's. */
export const preloadView = async (address: Address): Promise<void> => {
  const page = pageAt(address.pathname);
  if (page && page !== paths.admin) await otherScreens[page].preload(address);
};

/** Loads all screens once somebody moves the pointer or presses anything. */
const useOthersSoon = (): void => {
  useEffect(
    () =>
      atFirstUse(() => {
        // Where it fails the screen loads it again, and its error boundary shows a second failure.
        for (const { preload } of Object.values(otherScreens))
          preload(window.location).catch(() => undefined);
      }),
    [],
  );
};

/** The screen of the admin area at the current path (PUB-03). */
export const AdminArea = () => {
  const { pathname } = useLocation();
  useScrollMemory();
  useOthersSoon();
  const page = pageAt(pathname);
  const Other = page && page !== paths.admin ? otherScreens[page].Screen : undefined;
  return (
    <Box px={{ base: '4', md: '5', xl: '6', _print: '0' }} py={{ base: '4', md: '6', _print: '0' }}>
      {Other ? <Other /> : page && <DashboardScreen />}
      <PageTooltip />
    </Box>
  );
};
