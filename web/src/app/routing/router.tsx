import { IsRestoringProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { shownProblems } from '#shared/contract/shown-problems';
import { pathPatterns, paths } from '#shared/paths';
import type { Role } from '#shared/roles';
import { returnState } from '../../lib/sign-in/return-to.ts';
import { signInChanges, useLoginOverPage, useSignIn } from '../../lib/sign-in/sign-in.ts';
import { showToast } from '../../lib/toasts/toasts.ts';
import { SiteLayout } from '../layout/site-layout.tsx';
import { adminPatterns } from '../layout/workspace.ts';
import { NotFoundScreen, SecondFactorNeeded } from './failure-screens.tsx';
import * as screens from './screens.ts';

/** Redirects visitors to /auth, and back (BOK-02, PAR-03). While a sign-in is being read, routes are rendered and send no query. */
const RequireSignIn = () => {
  useLoginOverPage();
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

// Redirects other roles with a toast (PAR-04, ADM-03), except while a sign-in is being read. A coach may have a family too. Where
// the role needs a second factor that the account lacks, its set-up is shown instead (MFA-01).
const RequireRole = ({ allowed }: { allowed: readonly Role[] }) => {
  const signIn = useSignIn();
  if (signIn.status !== 'signedIn') return <Outlet />;
  if (!allowed.includes(signIn.role)) return <AccessDenied {...refusals[signIn.role]} />;
  return allowed.includes(signIn.tokenRole) ? <Outlet /> : <SecondFactorNeeded />;
};

/** The data router of React Router would add 21 KB (gzip) to every first visit, and data comes through the query cache anyway. */
export const Pages = () => (
  <Routes>
    <Route element={<SiteLayout />}>
      <Route path={paths.home} element={<screens.Home.Screen />} />
      <Route path={paths.bookCamp} element={<screens.BookCamp.Screen />} />
      <Route path={paths.contact} element={<screens.Contact.Screen />} />
      <Route path={paths.auth} element={<screens.Auth.Screen />} />
      <Route path={paths.verifyEmail} element={<screens.VerifyEmail.Screen />} />
      <Route path={paths.newsletterConfirm} element={<screens.NewsletterConfirm.Screen />} />
      <Route path={paths.newsletterLeave} element={<screens.NewsletterLeave.Screen />} />
      <Route path={paths.offer} element={<screens.Offer.Screen />} />
      <Route path={paths.notComing} element={<screens.NotComing.Screen />} />
      <Route path={paths.adultInvitation} element={<screens.AdultInvitation.Screen />} />
      <Route path={paths.coachInvitation} element={<screens.CoachInvitation.Screen />} />
      <Route path={paths.openSchool} element={<screens.OpenSchool.Screen />} />
      {/* Not inside RequireSignIn: without a network a stored sign-in may not be read, and copies are shown. */}
      <Route element={<screens.CoachArea.Screen />}>
        <Route path={paths.coach} element={<screens.CoachSessions.Screen />} />
        <Route path={pathPatterns.coachRegister} element={<screens.CoachRegister.Screen />} />
      </Route>
      <Route element={<RequireSignIn />}>
        <Route path={paths.browseClasses} element={<screens.BrowseClasses.Screen />} />
        <Route path={pathPatterns.bookClass} element={<screens.Booking.Screen />} />
        <Route path={pathPatterns.joinWaitingList} element={<screens.JoinList.Screen />} />
        <Route path={paths.bookingConfirmation} element={<screens.Confirmation.Screen />} />
        <Route path={paths.secondFactor} element={<screens.SecondFactor.Screen />} />
        <Route element={<RequireRole allowed={['parent', 'coach']} />}>
          <Route element={<screens.ParentArea.Screen />}>
            <Route path={paths.parent} element={<screens.ParentDashboard.Screen />} />
            <Route path={paths.parentClasses} element={<screens.ParentClasses.Screen />} />
            <Route path={paths.parentBookings} element={<screens.ParentBookings.Screen />} />
            <Route path={pathPatterns.changeBooking} element={<screens.ChangeBooking.Screen />} />
            <Route path={pathPatterns.upgradeTrial} element={<screens.UpgradeTrial.Screen />} />
            <Route path={paths.parentPayments} element={<screens.ParentPayments.Screen />} />
            <Route path={paths.parentProfile} element={<screens.ParentProfile.Screen />} />
          </Route>
        </Route>
        <Route element={<RequireRole allowed={['admin']} />}>
          {adminPatterns.map((path) => (
            <Route key={path} path={path} element={<screens.AdminArea.Screen />} />
          ))}
        </Route>
      </Route>
      <Route path="*" element={<NotFoundScreen />} />
    </Route>
  </Routes>
);
