import { Route, Routes } from 'react-router-dom';
import { pathPatterns, paths } from '#shared/paths';
import { SiteLayout } from '../layout/site-layout.tsx';
import { adminPatterns } from './admin-patterns.ts';
import { RequireRole, RequireSignIn } from './guards.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import * as screens from './screens.ts';

/**
 * Every page of the site. Uses declarative routing: data comes through the query cache, and React Router's data router
 * would add 21 KB (gzip) to every first visit.
 */
export const Pages = () => (
  <Routes>
    <Route element={<SiteLayout />}>
      <Route path={paths.home} element={screens.Home.element} />
      <Route path={paths.bookCamp} element={screens.BookCamp.element} />
      <Route path={paths.contact} element={screens.Contact.element} />
      <Route path={paths.auth} element={screens.Auth.element} />
      <Route path={paths.verifyEmail} element={screens.VerifyEmail.element} />
      <Route path={paths.newsletterConfirm} element={screens.NewsletterConfirm.element} />
      <Route path={paths.newsletterLeave} element={screens.NewsletterLeave.element} />
      <Route path={paths.offer} element={screens.Offer.element} />
      <Route path={paths.notComing} element={screens.NotComing.element} />
      <Route path={paths.coachInvitation} element={screens.CoachInvitation.element} />
      {/* Not inside RequireSignIn: without a network a stored sign-in may not be read, and copies are shown. */}
      <Route element={screens.CoachArea.element}>
        <Route path={paths.coach} element={screens.CoachSessions.element} />
        <Route path={pathPatterns.coachRegister} element={screens.CoachRegister.element} />
      </Route>
      <Route element={<RequireSignIn />}>
        <Route path={paths.browseClasses} element={screens.BrowseClasses.element} />
        <Route path={pathPatterns.bookClass} element={screens.Booking.element} />
        <Route path={pathPatterns.joinWaitingList} element={screens.JoinList.element} />
        <Route path={paths.bookingConfirmation} element={screens.Confirmation.element} />
        <Route path={paths.secondFactor} element={screens.SecondFactor.element} />
        <Route element={<RequireRole allowed={['parent', 'coach']} />}>
          <Route element={screens.ParentArea.element}>
            <Route path={paths.parent} element={screens.ParentDashboard.element} />
            <Route path={paths.parentClasses} element={screens.ParentClasses.element} />
            <Route path={paths.parentBookings} element={screens.ParentBookings.element} />
            <Route path={pathPatterns.changeBooking} element={screens.ChangeBooking.element} />
            <Route path={pathPatterns.keepPlace} element={screens.KeepPlace.element} />
            <Route path={paths.parentPayments} element={screens.ParentPayments.element} />
            <Route path={paths.parentProfile} element={screens.ParentProfile.element} />
          </Route>
        </Route>
        <Route element={<RequireRole allowed={['admin']} />}>
          {adminPatterns.map((path) => (
            <Route key={path} path={path} element={screens.AdminArea.element} />
          ))}
        </Route>
      </Route>
      <Route path="*" element={<NotFoundScreen />} />
    </Route>
  </Routes>
);
