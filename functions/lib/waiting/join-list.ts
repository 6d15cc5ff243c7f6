import { upcomingDates } from '#shared/domain/sessions/sessions';
import { businessMoment } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { ChildId, IdempotencyKey, UserId } from '#shared/schemas/ids';
import type { JoinWaitingList } from '#shared/schemas/waiting-input';
import type { ExtraWrites } from '../../data/extra-writes.ts';
import { newWaitingEntryId } from '../../data/ids.ts';
import { readPartsToJoin, storeEntry } from '../../data/waiting/store-entry.ts';
import type { StoredEntry } from '../../data/waiting/waiting-entries.ts';
import type { TimedDeps } from '../../timed-deps.ts';
import { checkOpening } from '../check-opening.ts';
import { busy, problem } from '../http/problem-error.ts';
import { tooManyInHour } from '../http/too-many-attempts.ts';

interface Joining {
  readonly parentId: UserId;
  readonly order: JoinWaitingList;
  readonly attempt: IdempotencyKey;
  readonly by: 'parent' | 'admin';
}

const toEntry = ({ parentId, order, attempt }: Omit<Joining, 'by'>, at: Date): StoredEntry => ({
  id: newWaitingEntryId(at),
  parent_id: parentId,
  ...order,
  since: instantOf(at),
  put_first_at: null,
  passed_over_at: null,
  offer_id: null,
  idempotency_key: attempt,
  put_first_reason: null,
});

/**
 * Puts a family on the waiting list of a full slot, in two round trips: one read and one transaction. A request repeated
 * with the same key gets the entry that the first one made. Before the class opens for the family, only an administrator puts
 * it on the list (TRM-11).
 * @throws ProblemError childNotFound, slotNotFound, programEnded, notOpenYet, alreadyBooked, alreadyWaiting, placesOpen,
 *   profileNotFound, joinedBefore, tooManyChanges, busy
 */
export const joinList = async (
  joining: Joining,
  deps: TimedDeps,
  extraWrites: (entry: StoredEntry) => ExtraWrites = () => [],
): Promise<Pick<StoredEntry, 'id' | 'since'>> => {
  const { table, clock, timeZone } = deps;
  const { parentId, order, attempt } = joining;
  const moment = businessMoment(clock(), timeZone);
  const { cls, slot, children, ledger } = await readPartsToJoin(table, {
    ...order,
    parent_id: parentId,
  });
  if (children.length < order.child_ids.length) throw problem('childNotFound');
  if (!cls || !slot) throw problem('slotNotFound');
  if (!ledger) throw problem('profileNotFound');
  if (upcomingDates(cls, slot, moment).length === 0) throw problem('programEnded');
  if (joining.by === 'parent') await checkOpening(cls, ledger, moment, deps);
  const nameOf = (child: ChildId) => ({ child: children.find(({ id }) => id === child)?.name ?? '' });
  const entry = toEntry(joining, moment.now);
  const result = await storeEntry(
    table,
    { entry, slot, ledger, isCounted: joining.by === 'parent' },
    extraWrites(entry),
  );
  switch (result.outcome) {
    case 'joined':
      return { id: entry.id, since: entry.since };
    case 'already-waiting': {
      const { existing } = result;
      if (existing?.idempotency_key === attempt) return { id: existing.id, since: existing.since };
      throw problem('alreadyWaiting', nameOf(result.child));
    }
    case 'already-booked':
      throw problem('alreadyBooked', nameOf(result.child));
    case 'joined-before':
      throw problem('joinedBefore');
    case 'limited':
      throw tooManyInHour('changes', moment.now);
    case 'places-open':
      throw problem('placesOpen');
    case 'again':
      return joinList(joining, deps, extraWrites);
    case 'no-child':
      throw problem('childNotFound');
    case 'no-ledger':
      throw problem('profileNotFound');
    case 'gone':
      throw problem('slotNotFound');
    case 'busy':
      throw busy();
  }
};
