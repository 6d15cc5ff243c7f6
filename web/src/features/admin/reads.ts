import { adminRoutes } from '#shared/contract/admin-routes';
import { catalogueRoutes } from '#shared/contract/catalogue-routes';
import { isRead, type Route } from '#shared/contract/route';

/**
 * All reads of the admin area and the catalogue. A change by an administrator invalidates all of them, because a name,
 * a place or an amount shows in many lists and counters (NTF-05). TanStack Query reads again only what is on the
 * screen.
 */
export const everyRead: readonly Route[] = [
  ...Object.values(adminRoutes),
  ...Object.values(catalogueRoutes),
].filter(isRead);

/** `everyRead` without the reads of what was just deleted, which would answer 404. */
export const everyReadBut = (...deleted: readonly Route[]): readonly Route[] =>
  everyRead.filter((route) => !deleted.includes(route));
