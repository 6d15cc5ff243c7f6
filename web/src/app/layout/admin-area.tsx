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

const positions = new Map<string, number>();

/** The time in which a page must grow to its old position. */
const growingMs = 3_000;

// Restores the scroll position after Back and Forward: the browser tries before the screen is rendered.
const useScrollMemory = (): void => {
  const { key } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  // A layout effect ends before the browser moves the position on a shorter next screen.
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

export const preloadView = async (address: Address): Promise<void> => {
  const page = pageAt(address.pathname);
  if (page && page !== paths.admin) await otherScreens[page].preload(address);
};

const useOthersSoon = (): void => {
  useEffect(
    () =>
      atFirstUse(() => {
        // The screen itself loads the chunk again, and its error boundary shows a second failure.
        for (const { preload } of Object.values(otherScreens))
          preload(window.location).catch(() => undefined);
      }),
    [],
  );
};

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
