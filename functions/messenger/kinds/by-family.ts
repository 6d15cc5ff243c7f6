import { oldestFirst } from '#shared/domain/children/age';
import type { UserId } from '#shared/schemas/ids';
import type { RenderedEmail } from '../../lib/email/templates/rendered-email.ts';
import type { MessengerDeps } from '../deps.ts';
import type { PreparedMessage } from './prepared.ts';
import { toFamilies } from './to-families.ts';

/** What an email to one person is about: places of the own children, and sessions that the person coaches. Not both are empty. */
interface Concerned<Place, Session> {
  readonly places: readonly Place[];
  readonly coached: readonly Session[];
}

/** One email for each family and each coach, about both where a person is both. */
export const byPerson = <Place extends { readonly parentId: UserId; readonly age: number }, Session>(
  places: readonly Place[],
  coached: ReadonlyMap<UserId, readonly Session[]>,
  deps: Pick<MessengerDeps, 'table'>,
  render: (own: Concerned<Place, Session>) => RenderedEmail,
): PreparedMessage => {
  const groups = Map.groupBy(places.toSorted(oldestFirst), ({ parentId }) => parentId);
  return toFamilies([...groups.keys(), ...coached.keys()], deps, () => ({ id }) => {
    const own = { places: groups.get(id) ?? [], coached: coached.get(id) ?? [] };
    return own.places.length + own.coached.length > 0 ? render(own) : undefined;
  });
};

/** One email for each family, about all of its places, those of the oldest child first. */
export const byFamily = <Place extends { readonly parentId: UserId; readonly age: number }>(
  places: readonly Place[],
  deps: Pick<MessengerDeps, 'table'>,
  render: (own: readonly [Place, ...Place[]]) => RenderedEmail,
): PreparedMessage => {
  const groups = Map.groupBy(places.toSorted(oldestFirst), ({ parentId }) => parentId);
  return toFamilies([...groups.keys()], deps, () => ({ id }) => {
    const [first, ...rest] = groups.get(id) ?? [];
    return first && render([first, ...rest]);
  });
};
