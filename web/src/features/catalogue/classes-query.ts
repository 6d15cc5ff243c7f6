import { routeQuery } from '../../lib/route-query.ts';

/** All classes with their time slots, newest first. */
export const classesQuery = routeQuery('listClasses', {}, 'Failed to load classes');
