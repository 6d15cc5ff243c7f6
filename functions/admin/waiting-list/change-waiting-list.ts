import { instantOf } from '#shared/domain/time/instant-of';
import { putFirst } from '../../data/waiting/change-entry.ts';
import { dropEntry } from '../../data/waiting/drop-entry.ts';
import { endOffer } from '../../data/waiting/end-offer.ts';
import { getOffer } from '../../data/waiting/stored-offer.ts';
import { waitingMailPut } from '../../data/waiting/waiting-mails.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import { joinList } from '../../lib/waiting/join-list.ts';
import type { AdminDeps } from '../deps.ts';
import { listedEntry, waitingAudit } from './get-waiting-list.ts';

/** Adds a family to the waiting list of a full slot (WAI-11). @throws ProblemError as `joinList` does */
export const addToWaitingList: Operation<'addToWaitingList', AdminDeps> = (
  { caller, body: { parent_id, ...order }, idempotencyKey },
  deps,
) =>
  joinList({ parentId: parent_id, order, attempt: idempotencyKey, by: 'admin' }, deps, (entry) => [
    waitingAudit(entry, { actor: caller.userId, action: 'waiting.added' }, deps),
  ]);

/**
 * Puts an entry first on its list, with a reason that is logged (WAI-03).
 * @throws ProblemError waitingEntryNotFound, offerOpen, busy
 */
export const putWaitingFirst: Operation<'putWaitingFirst', AdminDeps> = async (
  { caller, params, body: { reason } },
  deps,
) => {
  const entry = await listedEntry(params, deps);
  if (entry.offer_id) throw problem('offerOpen');
  const at = instantOf(deps.clock());
  const audit = waitingAudit(
    entry,
    { actor: caller.userId, action: 'waiting.put-first', fields: [reason] },
    deps,
  );
  const outcome = await putFirst(deps.table, entry, { at, reason }, [audit]);
  if (outcome === 'busy') throw busy();
  if (outcome === 'refused') throw problem('waitingEntryNotFound');
  return undefined;
};

/** Takes an entry off its list, with the offer that it has (WAI-11). @throws ProblemError waitingEntryNotFound, busy */
export const removeFromWaitingList: Operation<'removeFromWaitingList', AdminDeps> = async (
  { caller, params },
  deps,
) => {
  const entry = await listedEntry(params, deps);
  const audit = waitingAudit(entry, { actor: caller.userId, action: 'waiting.removed' }, deps);
  const at = instantOf(deps.clock());
  const outcome = await dropEntry(deps.table, entry, { at, extraWrites: [audit] });
  if (outcome === 'busy') throw busy();
  if (outcome === 'refused') throw problem('waitingEntryNotFound');
  return undefined;
};

/**
 * Withdraws an offer: its entry keeps its rank, its places go to the list again, and the family is told (WAI-11).
 * @throws ProblemError offerNotFound, offerEnded, busy
 */
export const withdrawOffer: Operation<'withdrawOffer', AdminDeps> = async ({ caller, params }, deps) => {
  const { table, clock } = deps;
  const offer = await getOffer(table, params.offerId);
  if (!offer) throw problem('offerNotFound');
  const now = clock();
  const result = await endOffer(table, offer, {
    state: 'withdrawn',
    entry: 'keeps-rank',
    at: instantOf(now),
    extraWrites: [
      waitingMailPut(table, 'offer-withdrawn', offer, now),
      waitingAudit(offer, { actor: caller.userId, action: 'waiting.offer-withdrawn' }, deps),
    ],
  });
  if (result.outcome === 'busy') throw busy();
  if (result.outcome === 'gone') throw problem('offerNotFound');
  if (result.outcome === 'ended' && result.state !== 'withdrawn') throw problem('offerEnded');
  return undefined;
};
