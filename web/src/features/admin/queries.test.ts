import { expect, it } from 'vitest';
import { isRead } from '#shared/contract/route';
import { routeList } from '#shared/contract/routes';
import { parentRoutes } from '#shared/families/admin-routes';
import type { CachedReads } from '../../lib/api/read-again.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { everyRead, everyReadBut } from './queries.ts';

const reads = routeList.filter(({ route }) => isRead(route));

/** The names of the reads that are picked among all routes' reads. */
const namesOf = (picked: CachedReads) =>
  reads
    .filter(({ route }) => {
      const { queryKey, meta } = routeQuery(route, {}, 'failure');
      return picked({ queryKey, meta });
    })
    .map(({ name }) => name);

it('invalidates every read of the admin area and the catalogue, and no other one [NTF-05]', () => {
  const names = reads
    .filter(({ route: { service, access } }) =>
      service === 'cards' ? access === 'admin' : ['admin', 'catalogue'].includes(service),
    )
    .map(({ name }) => name);
  expect(names.length).toBeGreaterThan(40);
  expect(namesOf(everyRead)).toEqual(names);
});

it('leaves out the read of what was deleted', () => {
  expect(namesOf(everyReadBut(parentRoutes.getParent))).toEqual(
    namesOf(everyRead).filter((name) => name !== 'getParent'),
  );
});
