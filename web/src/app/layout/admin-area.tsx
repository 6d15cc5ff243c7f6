import { useEffect, useLayoutEffect } from 'react';
import { matchPath, useLocation, useNavigationType } from 'react-router-dom';
import { paths } from '#shared/paths';
import { PageTooltip } from '../../components/page-tooltip.tsx';
import { DashboardScreen } from '../../features/admin/school/dashboard-screen.tsx';
import { type Address, atFirstUse, lazyScreen } from '../../lib/pages/lazy-screen.tsx';
import type { AdminScreenProps } from './admin-screens.tsx';
import styles from './layout.module.css';
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

/** Loaded at the first use of the dashboard, which most visits begin with and many end with. */
const Others = lazyScreen<'AdminScreen', AdminScreenProps>(
  () => import('./admin-screens.tsx'),
  'AdminScreen',
);

const pageAt = (pathname: string): AdminPattern | undefined =>
  adminPatterns.find((path) => matchPath(path, pathname));

/** Loads the other screens where an address shows one of them. */
export const preloadView = async (address: Address): Promise<void> => {
  if (pageAt(address.pathname) !== paths.admin) await Others.preload(address);
};

/** Loads the other screens once somebody moves the pointer or presses anything. */
const useOthersSoon = (): void => {
  useEffect(
    () =>
      atFirstUse(() => {
        // Where it fails the screen loads it again, and its error boundary shows a second failure.
        Others.preload(window.location).catch(() => undefined);
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
  return (
    <div className={styles.office}>
      {page === paths.admin ? <DashboardScreen /> : page && <Others.Screen page={page} />}
      <PageTooltip />
    </div>
  );
};
