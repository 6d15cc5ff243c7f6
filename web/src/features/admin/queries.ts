import { useEffect, useState } from 'react';
import { coachAdminRoutes } from '#shared/accounts/admin-routes';
import { bankRowRoutes } from '#shared/bank/admin-routes';
import type { Route } from '#shared/contract/route';
import type { CachedReads } from '../../lib/api/read-again.ts';
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
export const everyRead: CachedReads = ({ meta }) =>
  meta?.service === 'admin' || meta?.service === 'catalogue';

/** `everyRead` without the reads of what was just deleted, which would answer 404. */
export const everyReadBut =
  (...deleted: readonly Route[]): CachedReads =>
  (read) =>
    everyRead(read) && !deleted.some(({ path }) => path === read.queryKey[0]);

/** The accounts with the role coach, by name. */
export const coachesQuery = routeQuery(coachAdminRoutes.listCoaches, {}, 'Failed to load coaches');

/** A page of the rows that wait for a family; the first one without a cursor. */
export const unassignedQuery = (cursor: string | undefined) =>
  routeQuery(bankRowRoutes.listUnassignedRows, { query: { cursor } }, 'Failed to load payments to assign');
