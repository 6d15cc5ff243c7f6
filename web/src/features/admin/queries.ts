import { useEffect, useState } from 'react';
import { coachAdminRoutes } from '#shared/accounts/admin-routes';
import { bankRowRoutes } from '#shared/bank/admin-routes';
import type { Route } from '#shared/contract/route';
import type { CachedReads } from '../../lib/api/read-again.ts';
import { routeQuery } from '../../lib/api/route-query.ts';

const pauseMs = 200;

/** The text after a pause in typing. */
export const usePause = (typed: string): string => {
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return rested;
};

/**
 * All reads of the admin area and the catalogue. An administrator's change makes all of them stale, because a name, a
 * place or an amount is in many lists and counters (NTF-05). TanStack Query repeats only those on the screen.
 */
export const everyRead: CachedReads = ({ meta }) =>
  meta?.service === 'admin' ||
  meta?.service === 'catalogue' ||
  (meta?.service === 'cards' && meta.access === 'admin');

/** `everyRead` without the reads of a deleted item, which would answer 404. */
export const everyReadBut =
  (...deleted: readonly Route[]): CachedReads =>
  (read) =>
    everyRead(read) && !deleted.some(({ path }) => path === read.queryKey[0]);

export const coachesQuery = routeQuery(coachAdminRoutes.listCoaches, {}, 'Failed to load coaches');

/** A page of the rows to assign; the first one has no cursor. */
export const unassignedQuery = (cursor: string | undefined) =>
  routeQuery(bankRowRoutes.listUnassignedRows, { query: { cursor } }, 'Failed to load payments to assign');
