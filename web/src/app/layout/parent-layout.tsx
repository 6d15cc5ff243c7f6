import { CalendarCheck, House, Search, UsersRound, Wallet } from 'lucide-react';
import { useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { paths } from '#shared/paths';
import { registerServiceWorker } from '../offline/register-service-worker.ts';
import { AreaLayout } from './area-layout.tsx';

const links = [
  { to: paths.parent, label: 'Dashboard', icon: House },
  { to: paths.parentClasses, label: 'Classes', icon: Search },
  { to: paths.parentBookings, label: 'Bookings', icon: CalendarCheck },
  { to: paths.parentPayments, label: 'Payments', icon: Wallet },
  { to: paths.parentProfile, label: 'Profile', icon: UsersRound },
];

/** The layout of the parent area (PAR-01, PAR-02). */
export const ParentLayout = () => {
  useEffect(() => void registerServiceWorker(), []);
  return (
    <AreaLayout title="Parent Dashboard" links={links}>
      <Outlet />
    </AreaLayout>
  );
};
