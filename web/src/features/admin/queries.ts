import { useEffect, useState } from 'react';
import { catalogueRoutes } from '#shared/classes/routes';
import { adminRoutes } from '#shared/contract/admin-routes';
import { isRead, type Route } from '#shared/contract/route';
import { routeQuery } from '../../lib/api/route-query.ts';

/** A pause in typing before a request. */
const pauseMs = 200;

/** What is typed, once nothing was typed for a moment. */
export const usePause = (typed: string): string => {
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return rested;
};

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

/** All classes, including those being deleted, newest first. */
export const classesQuery = routeQuery(adminRoutes.listManagedClasses, {}, 'Failed to load classes');

/** All drafts of classes, newest first. */
export const draftsQuery = routeQuery(adminRoutes.listDrafts, {}, 'Failed to load the drafts');

/** The accounts with the role coach, by name. */
export const coachesQuery = routeQuery(adminRoutes.listCoaches, {}, 'Failed to load coaches');

/** All venues, by name. */
export const venuesQuery = routeQuery(adminRoutes.listVenues, {}, 'Failed to load venues');

/** A page of the rows that wait for a family; the first one without a cursor. */
export const unassignedQuery = (cursor: string | undefined) =>
  routeQuery(adminRoutes.listUnassignedRows, { query: { cursor } }, 'Failed to load payments to assign');
