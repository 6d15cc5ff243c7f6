import { Box } from '@chakra-ui/react/box';
import type { ComponentType } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { pathPatterns, paths } from '#shared/paths';
import { Tooltips } from '../../components/tooltips.tsx';
import { ActivityScreen } from '../../features/admin/activity/activity-screen.tsx';
import { AdminsScreen } from '../../features/admin/admins/admins-screen.tsx';
import { BookingsScreen } from '../../features/admin/bookings/bookings-screen.tsx';
import { ClassScreen } from '../../features/admin/classes/class-screen.tsx';
import { ClassesScreen } from '../../features/admin/classes/classes-screen.tsx';
import { CoachesScreen } from '../../features/admin/coaches/coaches-screen.tsx';
import { DashboardScreen } from '../../features/admin/dashboard/dashboard-screen.tsx';
import { MessagesScreen } from '../../features/admin/messages/messages-screen.tsx';
import { NewsletterScreen } from '../../features/admin/newsletter/newsletter-screen.tsx';
import { ParentScreen } from '../../features/admin/parents/parent-screen.tsx';
import { ParentsScreen } from '../../features/admin/parents/parents-screen.tsx';
import { PaymentsScreen } from '../../features/admin/payments/payments-screen.tsx';
import { SettingsScreen } from '../../features/admin/settings/settings-screen.tsx';
import { VenuesScreen } from '../../features/admin/venues/venues-screen.tsx';
import { useScrollMemory } from '../../lib/browser/use-scroll-memory.ts';
import { type AdminPattern, adminPatterns } from '../routing/admin-patterns.ts';

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
