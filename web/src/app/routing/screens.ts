import { pathPatterns, paths } from '#shared/paths';
import { wait } from '../../lib/browser/load-chunk.ts';
import { type Address, lazyScreen } from '../../lib/pages/lazy-screen.tsx';
import { adminPatterns } from '../layout/workspace.ts';
import { isPageAt } from '../start/prerendered-page.ts';

// Each screen has a chunk, so that a visit loads only the screens it shows.

export const Home = lazyScreen(() => import('../../features/visitors/home/home-screen.tsx'), 'HomeScreen');
export const Contact = lazyScreen(
  () => import('../../features/visitors/home/contact-screen.tsx'),
  'ContactScreen',
);
export const Auth = lazyScreen<'AuthScreen'>(
  () => import('../../features/visitors/accounts/auth-screen.tsx'),
  'AuthScreen',
);
/** A module of its own would divide the login's chunk. */
export const SessionEnded = lazyScreen<'SessionEnded'>(
  () => import('../../features/visitors/accounts/auth-screen.tsx'),
  'SessionEnded',
);
export const VerifyEmail = lazyScreen(
  () => import('../../features/visitors/accounts/verify-email-screen.tsx'),
  'VerifyEmailScreen',
);
export const NewsletterConfirm = lazyScreen(
  () => import('../../features/visitors/messages/newsletter-confirm-screen.tsx'),
  'NewsletterConfirmScreen',
);
export const NewsletterLeave = lazyScreen(
  () => import('../../features/visitors/messages/newsletter-leave-screen.tsx'),
  'NewsletterLeaveScreen',
);
export const BookCamp = lazyScreen(
  () => import('../../features/visitors/classes/book-camp-screen.tsx'),
  'BookCampScreen',
);
export const BrowseClasses = lazyScreen(
  () => import('../../features/visitors/classes/browse-classes-screen.tsx'),
  'BrowseClassesScreen',
);
export const Booking = lazyScreen(
  () => import('../../features/family/booking/booking-screen.tsx'),
  'BookingScreen',
);
export const JoinList = lazyScreen(
  () => import('../../features/family/waiting/join-list-screen.tsx'),
  'JoinListScreen',
);
export const Offer = lazyScreen(
  () => import('../../features/visitors/waiting/offer-screen.tsx'),
  'OfferScreen',
);
export const NotComing = lazyScreen(
  () => import('../../features/visitors/sessions/not-coming-screen.tsx'),
  'NotComingScreen',
);
export const AdultInvitation = lazyScreen(
  () => import('../../features/visitors/accounts/invitation-screen.tsx'),
  'AdultInvitationScreen',
);
export const CoachInvitation = lazyScreen(
  () => import('../../features/visitors/accounts/invitation-screen.tsx'),
  'CoachInvitationScreen',
);
export const OpenSchool = lazyScreen(
  () => import('../../features/visitors/accounts/open-school-screen.tsx'),
  'OpenSchoolScreen',
);
export const Confirmation = lazyScreen(
  () => import('../../features/family/booking/confirmation-screen.tsx'),
  'ConfirmationScreen',
);
export const SecondFactor = lazyScreen(
  () => import('../../features/visitors/accounts/second-factor-screen.tsx'),
  'SecondFactorScreen',
);
export const ParentArea = lazyScreen(() => import('../layout/parent-layout.tsx'), 'ParentLayout');
export const ParentDashboard = lazyScreen(
  () => import('../../features/family/dashboard-screen.tsx'),
  'ParentDashboardScreen',
);
export const ParentClasses = lazyScreen(
  () => import('../../features/visitors/classes/parent-classes-screen.tsx'),
  'ParentClassesScreen',
);
export const ParentBookings = lazyScreen(
  () => import('../../features/family/booking/bookings-screen.tsx'),
  'MyBookingsScreen',
);
export const ChangeBooking = lazyScreen(
  () => import('../../features/family/booking/change-screen.tsx'),
  'ChangeScreen',
);
export const UpgradeTrial = lazyScreen(
  () => import('../../features/family/booking/keep-screen.tsx'),
  'KeepScreen',
);
export const ParentPayments = lazyScreen(
  () => import('../../features/family/ledger/payments-screen.tsx'),
  'MyPaymentsScreen',
);
export const ParentProfile = lazyScreen(
  () => import('../../features/family/families/profile-screen.tsx'),
  'ProfileScreen',
);
export const CoachArea = lazyScreen(() => import('../layout/coach-area.tsx'), 'CoachArea');
export const CoachSessions = lazyScreen(
  () => import('../../features/coach/registers/sessions-screen.tsx'),
  'CoachSessionsScreen',
);
export const CoachRegister = lazyScreen(
  () => import('../../features/coach/registers/register-screen.tsx'),
  'RegisterScreen',
);
/** From its first use this also loads all other screens of administrators. */
export const AdminArea = lazyScreen<'AdminArea'>(() => import('../layout/admin-area.tsx'), 'AdminArea');
const loadAdminFrame = () => import('../layout/admin-nav.tsx');
export const AdminFind = lazyScreen<'AdminFind'>(loadAdminFrame, 'AdminFind');
export const AdminNav = lazyScreen<'AdminNav'>(loadAdminFrame, 'AdminNav');

const workspace = [AdminNav, AdminFind, AdminArea];

interface Screen {
  readonly name: string;
  readonly preload: (address: Address) => Promise<void>;
}

const screensByPage: readonly (readonly [page: string, screens: readonly Screen[]])[] = [
  [paths.home, [Home]],
  [paths.bookCamp, [BookCamp]],
  [paths.contact, [Contact]],
  [paths.auth, [Auth]],
  [paths.verifyEmail, [VerifyEmail]],
  [paths.newsletterConfirm, [NewsletterConfirm]],
  [paths.newsletterLeave, [NewsletterLeave]],
  [paths.offer, [Offer]],
  [paths.notComing, [NotComing]],
  [paths.adultInvitation, [AdultInvitation]],
  [paths.coachInvitation, [CoachInvitation]],
  [paths.openSchool, [OpenSchool]],
  [paths.browseClasses, [BrowseClasses]],
  [pathPatterns.bookClass, [Booking]],
  [pathPatterns.joinWaitingList, [JoinList]],
  [paths.bookingConfirmation, [Confirmation]],
  [paths.secondFactor, [SecondFactor]],
  [paths.parent, [ParentArea, ParentDashboard]],
  [paths.parentClasses, [ParentArea, ParentClasses]],
  [paths.parentBookings, [ParentArea, ParentBookings]],
  [pathPatterns.changeBooking, [ParentArea, ChangeBooking]],
  [pathPatterns.upgradeTrial, [ParentArea, UpgradeTrial]],
  [paths.parentPayments, [ParentArea, ParentPayments]],
  [paths.parentProfile, [ParentArea, ParentProfile]],
  [paths.coach, [CoachArea, CoachSessions]],
  [pathPatterns.coachRegister, [CoachArea, CoachRegister]],
  ...adminPatterns.map((page) => [page, workspace] as const),
];

export const screensAt = (pathname: string): readonly Screen[] =>
  screensByPage.find(([page]) => isPageAt(page, pathname))?.[1] ?? [];

/** Loads each chunk in a task of its own, so that the first render needs no fallback. */
export const preloadScreens = async (address: Address): Promise<void> => {
  for (const { preload } of screensAt(address.pathname)) {
    await preload(address);
    await wait(0);
  }
};
