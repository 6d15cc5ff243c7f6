import { pathPatterns, paths } from '#shared/paths';
import { lazyScreen } from '../../lib/pages/lazy-screen.tsx';

export const otherScreens = {
  [paths.adminClasses]: lazyScreen(
    () => import('../../features/admin/classes/classes-screen.tsx'),
    'ClassesScreen',
  ),
  [pathPatterns.adminClass]: lazyScreen(
    () => import('../../features/admin/classes/class-screen.tsx'),
    'ClassScreen',
  ),
  [paths.adminBookings]: lazyScreen(
    () => import('../../features/admin/booking/bookings-screen.tsx'),
    'BookingsScreen',
  ),
  [paths.adminPayments]: lazyScreen(
    () => import('../../features/admin/ledger/payments-screen.tsx'),
    'PaymentsScreen',
  ),
  [paths.adminUsers]: lazyScreen(
    () => import('../../features/admin/families/parents-screen.tsx'),
    'ParentsScreen',
  ),
  [pathPatterns.adminParent]: lazyScreen(
    () => import('../../features/admin/families/parent-screen.tsx'),
    'ParentScreen',
  ),
  [paths.adminAdmins]: lazyScreen(
    () => import('../../features/admin/accounts/admins-screen.tsx'),
    'AdminsScreen',
  ),
  [paths.adminMessages]: lazyScreen(
    () => import('../../features/admin/messages/messages-screen.tsx'),
    'MessagesScreen',
  ),
  [paths.adminSettings]: lazyScreen(
    () => import('../../features/admin/school/settings-screen.tsx'),
    'SettingsScreen',
  ),
  [paths.adminActivity]: lazyScreen(
    () => import('../../features/admin/school/activity-screen.tsx'),
    'ActivityScreen',
  ),
  [paths.adminNewsletter]: lazyScreen(
    () => import('../../features/admin/messages/newsletter-screen.tsx'),
    'NewsletterScreen',
  ),
  [paths.adminVenues]: lazyScreen(
    () => import('../../features/admin/classes/venues-screen.tsx'),
    'VenuesScreen',
  ),
  [paths.adminCoaches]: lazyScreen(
    () => import('../../features/admin/accounts/coaches-screen.tsx'),
    'CoachesScreen',
  ),
};
