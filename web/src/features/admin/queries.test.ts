import { expect, it } from 'vitest';
import { adminRoutes } from '#shared/contract/admin-routes';
import { routeList } from '#shared/contract/routes';
import { everyRead, everyReadBut } from './queries.ts';

const namesOf = (routes: readonly unknown[]) =>
  routeList.filter(({ route }) => routes.includes(route)).map(({ name }) => name);

it('invalidates every read of the admin area and the catalogue, and no change [NTF-05]', () => {
  const reads = routeList.filter(
    ({ name, route }) =>
      ['admin', 'catalogue'].includes(route.service) && /^(?:get|list|search|lookUp)/.test(name),
  );
  expect(namesOf(everyRead)).toEqual(reads.map(({ name }) => name));
});

it('leaves out the read of what was deleted', () => {
  expect(namesOf(everyReadBut(adminRoutes.getParent))).toEqual(
    namesOf(everyRead).filter((name) => name !== 'getParent'),
  );
});
