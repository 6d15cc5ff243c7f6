import * as venues from '../../data/venues/venues.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';

/** The venues of the school (SET-02). */
export const listVenues: Operation<'listVenues', AdminDeps> = async (_, { table }) => ({
  venues: await venues.listVenues(table),
});
