import { CalendarDays, House, ShieldCheck, Ticket, UsersRound } from 'lucide-react';
import { Route, Routes } from 'react-router-dom';
import { pathPatterns, paths } from '#shared/paths';
import { ActivityScreen } from '../features/admin/activity/activity-screen.tsx';
import { AdminsScreen } from '../features/admin/admins/admins-screen.tsx';
import { BookingsScreen } from '../features/admin/bookings/bookings-screen.tsx';
import { ClassScreen } from '../features/admin/classes/class-screen.tsx';
import { ClassesScreen } from '../features/admin/classes/classes-screen.tsx';
import { DashboardScreen } from '../features/admin/dashboard/dashboard-screen.tsx';
import { ParentScreen } from '../features/admin/parents/parent-screen.tsx';
import { ParentsScreen } from '../features/admin/parents/parents-screen.tsx';
import { AreaLayout } from './area-layout.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';

const links = [
  { to: paths.admin, label: 'Dashboard', icon: House },
  { to: paths.adminClasses, label: 'Classes', icon: CalendarDays },
  { to: paths.adminBookings, label: 'Bookings', icon: Ticket },
  { to: paths.adminUsers, label: 'Parents', icon: UsersRound },
  { to: paths.adminAdmins, label: 'Admins', icon: ShieldCheck },
];

/** A path of the area as routes below `/admin/*` match it. */
const below = (path: string): string => path.slice(paths.admin.length + 1);

/** The frame and the pages of the admin area (ADM-01, PUB-03). */
export const AdminArea = () => (
  <AreaLayout title="Admin Dashboard" links={links} width="wide">
    <Routes>
      <Route index element={<DashboardScreen />} />
      <Route path={below(paths.adminClasses)} element={<ClassesScreen />} />
      <Route path={below(pathPatterns.adminClass)} element={<ClassScreen />} />
      <Route path={below(paths.adminBookings)} element={<BookingsScreen />} />
      <Route path={below(paths.adminUsers)} element={<ParentsScreen />} />
      <Route path={below(pathPatterns.adminParent)} element={<ParentScreen />} />
      <Route path={below(paths.adminAdmins)} element={<AdminsScreen />} />
      <Route path={below(paths.adminActivity)} element={<ActivityScreen />} />
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  </AreaLayout>
);
