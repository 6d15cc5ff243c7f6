import { pathPatterns, paths } from '#shared/paths';

/** Path patterns of the admin area. Apart from its screens, so that the router does not load their chunk. */
export const adminPages = [
  paths.admin,
  paths.adminClasses,
  pathPatterns.adminClass,
  paths.adminBookings,
  paths.adminPayments,
  paths.adminUsers,
  pathPatterns.adminParent,
  paths.adminAdmins,
  paths.adminMessages,
  paths.adminActivity,
  paths.adminNewsletter,
] as const;

export type AdminPage = (typeof adminPages)[number];
