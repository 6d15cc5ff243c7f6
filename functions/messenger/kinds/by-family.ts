import { oldestFirst } from '#shared/domain/children/age';
import type { UserId } from '#shared/schemas/ids';
import type { RenderedEmail } from '../../lib/email/templates/rendered-email.ts';
import type { MessengerDeps } from '../deps.ts';
import type { PreparedMails } from './prepared.ts';
import { toFamilies } from './to-families.ts';

/** One email for each family, about all of its places, those of the oldest child first. */
export const byFamily = <Place extends { readonly parentId: UserId; readonly age: number }>(
  places: readonly Place[],
  deps: Pick<MessengerDeps, 'table'>,
  render: (own: readonly [Place, ...Place[]]) => RenderedEmail,
): Promise<PreparedMails> => {
  const groups = Map.groupBy(places.toSorted(oldestFirst), ({ parentId }) => parentId);
  return toFamilies([...groups.keys()], deps, ({ id }) => {
    const [first, ...rest] = groups.get(id) ?? [];
    if (!first) throw new Error('A family without a place gets no email');
    return render([first, ...rest]);
  });
};
