import { pathPatterns, paths } from '#shared/paths';

/** The pages of the admin area, as the router matches them. Their screens are in a chunk of their own. */
export const adminPages = [
  paths.admin,
  paths.adminClasses,
  pathPatterns.adminClass,
  paths.adminBookings,
  paths.adminUsers,
  pathPatterns.adminParent,
  paths.adminAdmins,
  paths.adminActivity,
] as const;

export type AdminPage = (typeof adminPages)[number];
