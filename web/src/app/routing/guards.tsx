import { IsRestoringProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { shownProblems } from '#shared/contract/shown-problems';
import { paths } from '#shared/paths';
import type { Role } from '#shared/roles';
import { returnState } from '../../lib/sign-in/return-to.ts';
import { signInChanges, useSignIn } from '../../lib/sign-in/sign-in.ts';
import { showToast } from '../../lib/toasts/toasts.ts';
import { SecondFactorNeeded } from './second-factor-needed.ts';

/**
 * Renders its routes for signed-in users; redirects others to /auth, and back after login (BOK-02, PAR-03). While a
 * stored sign-in is being read, its routes are rendered too, and no query of theirs is sent.
 */
export const RequireSignIn = () => {
  const signIn = useSignIn();
  const location = useLocation();
  if (signIn.status === 'signedOut') {
    return signIn.byChoice ? (
      <Navigate to={paths.home} replace />
    ) : (
      <Navigate to={paths.auth} state={returnState(location)} replace />
    );
  }
  return (
    <IsRestoringProvider value={signIn.status === 'restoring'}>
      {/* The key resets all screen state when another user signs in through another tab. */}
      <Outlet key={signInChanges()} />
    </IsRestoringProvider>
  );
};

const AccessDenied = ({ reason, redirectTo }: { reason: string; redirectTo: string }) => {
  useEffect(() => {
    showToast({ id: reason, type: 'error', title: 'Access Denied', description: reason });
  }, [reason]);
  return <Navigate to={redirectTo} replace />;
};

const refusals: Record<Role, { reason: string; redirectTo: string }> = {
  coach: { reason: shownProblems.adminOnly.text, redirectTo: paths.coach },
  admin: { reason: 'Admin users should use the admin dashboard', redirectTo: paths.admin },
  parent: { reason: shownProblems.adminOnly.text, redirectTo: paths.browseClasses },
};

/**
 * Inside `RequireSignIn`, with the same exception while a sign-in is being read: renders its routes for some roles;
 * redirects the others with a toast (PAR-04, ADM-03). A coach may have a family too. Where the role needs a second factor that
 * the account does not have, its set-up is in their place (MFA-01).
 */
export const RequireRole = ({ allowed }: { allowed: readonly Role[] }) => {
  const signIn = useSignIn();
  if (signIn.status !== 'signedIn') return <Outlet />;
  if (!allowed.includes(signIn.role)) return <AccessDenied {...refusals[signIn.role]} />;
  return allowed.includes(signIn.tokenRole) ? <Outlet /> : SecondFactorNeeded.element;
};
