import type { FamilyId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import type { FamilyWaitingRoutes } from '#shared/waiting/routes';
import { readConfirmed } from '../accounts/confirm-family.ts';
import type { TimedDeps } from '../lib/deps.ts';
import type { Operation } from '../lib/http/operation.ts';
import { busy, problem, tooManyInHour } from '../lib/http/problem-error.ts';
import { listWaitingOfFamily } from './applications.ts';
import { dropIndexedApplication } from './end-offer.ts';
import { readOfferFor } from './offer-facts.ts';
import { offerRef, type StoredOffer } from './offers.ts';
import { declineOffer, joinList, moveOffer, presentRenewal, takeOffer } from './steps.ts';
import { readFamilyWaiting } from './view-steps.ts';

export const getMyWaiting: Operation<FamilyWaitingRoutes['getMyWaiting'], TimedDeps> = ({ caller }, deps) =>
  readFamilyWaiting(caller.familyId, deps);

export const joinWaitingList: Operation<FamilyWaitingRoutes['joinWaitingList'], TimedDeps> = (
  { caller, body, idempotencyKey },
  deps,
) =>
  joinList(
    {
      parentId: caller.familyId,
      order: body,
      attempt: idempotencyKey,
      actor: caller.userId,
      caller,
    },
    deps,
  );

export const leaveWaitingList: Operation<FamilyWaitingRoutes['leaveWaitingList'], TimedDeps> = async (
  { caller, params },
  { table, clock },
) => {
  const [{ applications }] = await Promise.all([
    listWaitingOfFamily(table, caller.familyId),
    readConfirmed(table, caller, []),
  ]);
  const application = applications.find(({ id }) => id === params.entryId);
  if (!application) throw problem('waitingEntryNotFound');
  const now = clock();
  const { outcome } = await dropIndexedApplication(table, application, {
    at: instantOf(now),
    by: caller.userId,
  });
  if (outcome === 'limited') throw tooManyInHour('changes', now);
  if (outcome === 'busy') throw busy();
  if (outcome === 'refused') throw problem('waitingEntryNotFound');
  return undefined;
};

// An offer to another family is not found.
const requireOwnOffer = (offer: StoredOffer | undefined, parentId: FamilyId): StoredOffer => {
  if (offer?.parent_id !== parentId) throw problem('offerNotFound');
  return offer;
};

export const takeMyOffer: Operation<FamilyWaitingRoutes['takeMyOffer'], TimedDeps> = async (
  { caller, params, body, idempotencyKey },
  deps,
) => {
  const { offer, ledger } = await readOfferFor(deps.table, caller, params.offerId);
  const agreed = {
    attempt: idempotencyKey,
    by: caller.userId,
    calendarVersion: body.calendar_version,
    ledger,
  };
  return takeOffer(requireOwnOffer(offer, caller.familyId), agreed, deps);
};

export const declineMyOffer: Operation<FamilyWaitingRoutes['declineMyOffer'], TimedDeps> = async (
  { caller, params, body },
  deps,
) => {
  const { offer, hasWaiting, ledger } = await readOfferFor(deps.table, caller, params.offerId, body.slot);
  const own = requireOwnOffer(offer, caller.familyId);
  return declineOffer(own, { stays: body.stays, by: caller.userId, hasWaiting, ledger }, deps);
};

export const moveMyOffer: Operation<FamilyWaitingRoutes['moveMyOffer'], TimedDeps> = async (
  { caller, params, body },
  deps,
) => {
  const found = offerRef(params.offerId);
  const read = await readConfirmed(deps.table, caller, [found]);
  const offer = await presentRenewal(read(found), deps);
  return moveOffer(requireOwnOffer(offer, caller.familyId), { ...body, by: caller.userId }, deps);
};
