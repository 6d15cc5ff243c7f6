import { adminPath, coachPath } from './area-paths.ts';
import type { BookingId, ClassId, FamilyId, OfferId, SlotId } from './lib/ids.ts';
import type { CalendarDate } from './lib/values.ts';
import type { ReaderId } from './messages/newsletter.ts';
import type { OfferLink } from './waiting/waiting-view.ts';

export const authTabs = { login: 'login', signUp: 'signup', forgotPassword: 'forgot-password' } as const;

export const resetToken = 'token';

/** The views of /auth, by their names in the query. A reset link has a token in place of `tab`. */
export type AuthView = (typeof authTabs)[keyof typeof authTabs] | 'reset';

export const paths = {
  home: '/',
  bookCamp: '/book-camp',
  browseClasses: '/browse-classes',
  contact: '/contact',
  auth: '/auth',
  login: `/auth?tab=${authTabs.login}`,
  signUp: `/auth?tab=${authTabs.signUp}`,
  forgotPassword: `/auth?tab=${authTabs.forgotPassword}`,
  verifyEmail: '/verify-email',
  verifyEmailLink: (token: string) => `/verify-email?token=${token}`,
  /** The hash opens the view for a new password; the query contains the token (AUT-25 to AUT-27). */
  resetPasswordLink: (token: string) => `/auth?${resetToken}=${token}#type=recovery`,
  /** The secrets of newsletter links are in the hash, which no request carries. */
  newsletterConfirm: '/newsletter/confirm',
  newsletterConfirmLink: (token: string) => `/newsletter/confirm#${token}`,
  newsletterLeave: '/newsletter/leave',
  newsletterLeaveLink: (reader: ReaderId, secret: string) => `/newsletter/leave#${reader}.${secret}`,
  offer: '/offer',
  offerLink: (offer: OfferId, secret: string) => `/offer#${offer}.${secret}`,
  offerLinks: (links: readonly OfferLink[]) =>
    `/offer#${links.map(({ offer_id, secret }) => `${offer_id}.${secret}`).join(',')}`,
  notComing: '/not-coming',
  notComingLink: (secret: string) => `/not-coming#${secret}`,
  adultInvitation: '/family-invitation',
  adultInvitationLink: (link: string) => `/family-invitation#${link}`,
  coachInvitation: '/coach-invitation',
  coachInvitationLink: (link: string) => `/coach-invitation#${link}`,
  /** Where the first administrator, or one who is invited, opens an account; the secret is in the hash. */
  openSchool: '/open-school',
  openSchoolLink: (link: string) => `/open-school#${link}`,
  joinWaitingList: (classId: ClassId, slotId: SlotId) => `/waiting-list/${classId}/${slotId}`,
  bookClass: (classId: ClassId, slotId: SlotId) => `/book-class/${classId}/${slotId}`,
  bookingConfirmation: '/booking-confirmation',
  secondFactor: '/two-step-login',
  parent: '/parent',
  parentClasses: '/parent/classes',
  parentBookings: '/parent/bookings',
  changeBooking: (bookingId: BookingId) => `/parent/bookings/${bookingId}/change`,
  upgradeTrial: (bookingId: BookingId) => `/parent/bookings/${bookingId}/keep`,
  parentPayments: '/parent/payments',
  parentProfile: '/parent/profile',
  coach: coachPath,
  coachRegister: (classId: ClassId, slotId: SlotId, date: CalendarDate) =>
    `/coach/${classId}/${slotId}/${date}`,
  admin: adminPath,
  adminClasses: '/admin/classes',
  adminClass: (classId: ClassId) => `/admin/classes/${classId}`,
  adminSlot: (classId: ClassId, slotId: SlotId) => `/admin/classes/${classId}?slot=${slotId}`,
  adminBookings: '/admin/bookings',
  adminPayments: '/admin/payments',
  adminUsers: '/admin/users',
  adminParent: (parentId: FamilyId) => `/admin/parents/${parentId}`,
  adminAdmins: '/admin/admins',
  adminMessages: '/admin/messages',
  adminMessageTo: (parentId: FamilyId) => `/admin/messages?family=${parentId}`,
  adminSettings: '/admin/settings',
  adminActivity: '/admin/activity',
  adminNewsletter: '/admin/newsletter',
  adminVenues: '/admin/venues',
  adminCoaches: '/admin/coaches',
} as const;

export const parentPages = [
  paths.parent,
  paths.parentClasses,
  paths.parentBookings,
  paths.parentPayments,
  paths.parentProfile,
] as const;

export const adminPages = [
  paths.admin,
  paths.adminClasses,
  paths.adminBookings,
  paths.adminPayments,
  paths.adminUsers,
  paths.adminAdmins,
  paths.adminMessages,
  paths.adminSettings,
  paths.adminActivity,
  paths.adminNewsletter,
  paths.adminVenues,
  paths.adminCoaches,
] as const;

/** Router patterns of the pages with ids in their path. */
export const pathPatterns = {
  bookClass: '/book-class/:classId/:slotId',
  changeBooking: '/parent/bookings/:bookingId/change',
  upgradeTrial: '/parent/bookings/:bookingId/keep',
  joinWaitingList: '/waiting-list/:classId/:slotId',
  coachRegister: '/coach/:classId/:slotId/:date',
  adminClass: '/admin/classes/:classId',
  adminParent: '/admin/parents/:parentId',
} as const;
