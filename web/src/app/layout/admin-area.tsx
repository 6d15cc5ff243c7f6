import { CalendarDays, House, ShieldCheck, Ticket, UsersRound } from 'lucide-react';
import type { ComponentType } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { pathPatterns, paths } from '#shared/paths';
import { ActivityScreen } from '../../features/admin/activity/activity-screen.tsx';
import { AdminsScreen } from '../../features/admin/admins/admins-screen.tsx';
import { BookingsScreen } from '../../features/admin/bookings/bookings-screen.tsx';
import { ClassScreen } from '../../features/admin/classes/class-screen.tsx';
import { ClassesScreen } from '../../features/admin/classes/classes-screen.tsx';
import { DashboardScreen } from '../../features/admin/dashboard/dashboard-screen.tsx';
import { ParentScreen } from '../../features/admin/parents/parent-screen.tsx';
import { ParentsScreen } from '../../features/admin/parents/parents-screen.tsx';
import { type AdminPage, adminPages } from '../routing/admin-pages.ts';
import { AreaLayout } from './area-layout.tsx';

const links = [
  { to: paths.admin, label: 'Dashboard', icon: House },
  { to: paths.adminClasses, label: 'Classes', icon: CalendarDays },
  { to: paths.adminBookings, label: 'Bookings', icon: Ticket },
  { to: paths.adminUsers, label: 'Parents', icon: UsersRound, alsoMatches: pathPatterns.adminParent },
  { to: paths.adminAdmins, label: 'Admins', icon: ShieldCheck },
];

const screens: Record<AdminPage, ComponentType> = {
  [paths.admin]: DashboardScreen,
  [paths.adminClasses]: ClassesScreen,
  [pathPatterns.adminClass]: ClassScreen,
  [paths.adminBookings]: BookingsScreen,
  [paths.adminUsers]: ParentsScreen,
  [pathPatterns.adminParent]: ParentScreen,
  [paths.adminAdmins]: AdminsScreen,
  [paths.adminActivity]: ActivityScreen,
};

/** The admin area: its layout and the screen of the current path (ADM-01, PUB-03). */
export const AdminArea = () => {
  const { pathname } = useLocation();
  const page = adminPages.find((path) => matchPath(path, pathname));
  const Screen = page && screens[page];
  return (
    <AreaLayout title="Admin Dashboard" links={links} width="wide">
      {Screen && <Screen />}
    </AreaLayout>
  );
};
