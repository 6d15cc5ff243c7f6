import { Box } from '@chakra-ui/react/box';
import { type ComponentType, useLayoutEffect } from 'react';
import { matchPath, useLocation, useNavigationType } from 'react-router-dom';
import { pathPatterns, paths } from '#shared/paths';
import { Tooltips } from '../../components/tooltips.tsx';
import { AdminsScreen } from '../../features/admin/accounts/admins-screen.tsx';
import { CoachesScreen } from '../../features/admin/accounts/coaches-screen.tsx';
import { BookingsScreen } from '../../features/admin/booking/bookings-screen.tsx';
import { ClassScreen } from '../../features/admin/classes/class-screen.tsx';
import { ClassesScreen } from '../../features/admin/classes/classes-screen.tsx';
import { VenuesScreen } from '../../features/admin/classes/venues-screen.tsx';
import { ParentScreen } from '../../features/admin/families/parent-screen.tsx';
import { ParentsScreen } from '../../features/admin/families/parents-screen.tsx';
import { PaymentsScreen } from '../../features/admin/ledger/payments-screen.tsx';
import { MessagesScreen } from '../../features/admin/messages/messages-screen.tsx';
import { NewsletterScreen } from '../../features/admin/messages/newsletter-screen.tsx';
import { ActivityScreen } from '../../features/admin/school/activity-screen.tsx';
import { DashboardScreen } from '../../features/admin/school/dashboard-screen.tsx';
import { SettingsScreen } from '../../features/admin/school/settings-screen.tsx';
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

const screens: Record<AdminPattern, ComponentType> = {
  [paths.admin]: DashboardScreen,
  [paths.adminClasses]: ClassesScreen,
  [pathPatterns.adminClass]: ClassScreen,
  [paths.adminBookings]: BookingsScreen,
  [paths.adminPayments]: PaymentsScreen,
  [paths.adminUsers]: ParentsScreen,
  [pathPatterns.adminParent]: ParentScreen,
  [paths.adminAdmins]: AdminsScreen,
  [paths.adminMessages]: MessagesScreen,
  [paths.adminSettings]: SettingsScreen,
  [paths.adminActivity]: ActivityScreen,
  [paths.adminNewsletter]: NewsletterScreen,
  [paths.adminVenues]: VenuesScreen,
  [paths.adminCoaches]: CoachesScreen,
};

/** The screen of the admin area at the current path (PUB-03). */
export const AdminArea = () => {
  const { pathname } = useLocation();
  useScrollMemory();
  const page = adminPatterns.find((path) => matchPath(path, pathname));
  const Screen = page && screens[page];
  return (
    <Box px={{ base: '4', md: '5', xl: '6' }} py={{ base: '4', md: '6' }} _print={{ p: '0' }}>
      {Screen && <Screen />}
      <Tooltips />
    </Box>
  );
};
