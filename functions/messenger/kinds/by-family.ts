import { oldestFirst } from '#shared/domain/children/age';
import type { UserId } from '#shared/schemas/ids';
import type { RenderedEmail } from '../../lib/email/templates/rendered-email.ts';
import type { MessengerDeps } from '../deps.ts';
import type { PreparedMessage } from './prepared.ts';
import { toFamilies } from './to-families.ts';

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
