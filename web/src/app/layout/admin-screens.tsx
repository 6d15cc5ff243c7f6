import type { ComponentType } from 'react';
import { pathPatterns, paths } from '#shared/paths';
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
import { SettingsScreen } from '../../features/admin/school/settings-screen.tsx';
import type { AdminPattern } from './workspace.ts';

type OtherPattern = Exclude<AdminPattern, typeof paths.admin>;

export interface AdminScreenProps {
  readonly page: OtherPattern;
}

const screens: Record<OtherPattern, ComponentType> = {
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

/** A screen of the admin area other than the dashboard. One chunk: administrators use all of it, others nothing. */
export const AdminScreen = ({ page }: AdminScreenProps) => {
  const Screen = screens[page];
  return <Screen />;
};
