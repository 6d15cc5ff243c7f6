import { adminRoutes } from '#shared/contract/admin-routes';
import { catalogueRoutes } from '#shared/contract/catalogue-routes';
import type { Route } from '#shared/contract/route';

/**
 * All that is out of date after a change by an administrator: a name, a place or an amount shows in many lists and
 * counters. What shows is read anew at once, the rest when it is shown again (NTF-05).
 */
export const everyRead: readonly Route[] = [
  adminRoutes.getDashboard,
  adminRoutes.listManagedClasses,
  adminRoutes.getClassImpact,
  adminRoutes.getRoster,
  adminRoutes.searchBookings,
  adminRoutes.searchParents,
  adminRoutes.getParent,
  adminRoutes.listAdmins,
  adminRoutes.listActivity,
  catalogueRoutes.listClasses,
  catalogueRoutes.getClass,
  catalogueRoutes.getTimeSlot,
];

/** The same without the read of what is gone: a screen that is about to be left would ask for it in vain. */
export const everyReadBut = (gone: Route): readonly Route[] => everyRead.filter((route) => route !== gone);
