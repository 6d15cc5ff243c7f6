import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { problems } from '#shared/contract/errors';
import { paths } from '#shared/paths';
import { ScreenSkeleton } from '../../components/screen-skeleton.tsx';
import { returnState } from '../../lib/session/return-to.ts';
import { type Role, useSession } from '../../lib/session/session.ts';
import { showToast } from '../../lib/toasts/toasts.ts';

/** Renders its routes with a session only; else the way leads to /auth, and back here after login (BOK-02, PAR-03). */
export const RequireSession = () => {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'restoring') return <ScreenSkeleton />;
  // Another person, signed in through another tab, gets screens of their own.
  if (session.status === 'signedIn') return <Outlet key={session.userId} />;
  return session.byChoice ? (
    <Navigate to={paths.home} replace />
  ) : (
    <Navigate to={paths.auth} state={returnState(location)} replace />
  );
};

const AccessDenied = ({ reason, leadsTo }: { reason: string; leadsTo: string }) => {
  useEffect(() => {
    showToast({ id: reason, type: 'error', title: 'Access Denied', description: reason });
  }, [reason]);
  return <Navigate to={leadsTo} replace />;
};

const refusals: Record<Role, { reason: string; leadsTo: string }> = {
  admin: { reason: 'Admin users should use the admin dashboard', leadsTo: paths.admin },
  parent: { reason: problems.adminOnly.text, leadsTo: paths.browseClasses },
};

/** Inside `RequireSession`: renders its routes for one role; the other is told and sent to its own area (PAR-04, ADM-03). */
export const RequireRole = ({ allowed }: { allowed: Role }) => {
  const session = useSession();
  if (session.status !== 'signedIn') return null;
  return session.role === allowed ? <Outlet /> : <AccessDenied {...refusals[session.role]} />;
};
