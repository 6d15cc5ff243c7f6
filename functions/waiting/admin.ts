import { businessMoment } from '#shared/lib/business-time';
import type { ApplicationId, OfferId, SlotId, UserId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import type { Activity } from '#shared/school/activity';
import type { WaitingListRoutes } from '#shared/waiting/admin-routes';
import type { AdminDeps } from '../lib/deps.ts';
import type { Operation } from '../lib/http/operation.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import { auditEventPut } from '../school/activity.ts';
import { listApplications, putFirst, type StoredApplication } from './applications.ts';
import { readListedSlot } from './ask-list.ts';
import { dropApplication, endOffer } from './end-offer.ts';
import { describeList } from './offer-facts.ts';
import { getOffer, type StoredOffer } from './offers.ts';
import { declineOffer, joinList, takeOffer } from './steps.ts';
import { readFamilyWaiting, readUnheardOffers } from './view-steps.ts';
import { waitingMailPut } from './waiting-mails.ts';

const readListedApplication = async (
  { slotId, entryId }: { readonly slotId: SlotId; readonly entryId: ApplicationId },
  { table }: AdminDeps,
): Promise<StoredApplication> => {
  const application = (await listApplications(table, slotId)).find(({ id }) => id === entryId);
  if (!application) throw problem('waitingEntryNotFound');
  return application;
};

const waitingAudit = (
  subject: Pick<StoredApplication, 'class_id'> & { readonly id: string },
  {
    actor,
    action,
    fields = [],
  }: { readonly actor: UserId; readonly action: Activity['action']; readonly fields?: string[] },
  { table, clock }: AdminDeps,
) =>
  auditEventPut(table, clock(), {
    actor_id: actor,
    action,
    subject_id: subject.id,
    class_id: subject.class_id,
    fields,
  });

export const getWaitingList: Operation<WaitingListRoutes['getWaitingList'], AdminDeps> = async (
  { params },
  { table, clock, timeZone },
) => {
  const [listed, applications] = await Promise.all([
    readListedSlot(table, params.classId, params.slotId),
    listApplications(table, params.slotId),
  ]);
  if (!listed) throw problem('slotNotFound');
  const moment = businessMoment(clock(), timeZone);
  return { entries: await describeList(table, applications, listed, moment), kept: listed.slot.kept };
};

export const addToWaitingList: Operation<WaitingListRoutes['addToWaitingList'], AdminDeps> = (
  { caller, body: { parent_id, ...order }, idempotencyKey },
  deps,
) =>
  joinList(
    { parentId: parent_id, order, attempt: idempotencyKey, actor: caller.userId },
    deps,
    (application) => [waitingAudit(application, { actor: caller.userId, action: 'waiting.added' }, deps)],
  );

export const putWaitingFirst: Operation<WaitingListRoutes['putWaitingFirst'], AdminDeps> = async (
  { caller, params, body: { reason } },
  deps,
) => {
  const application = await readListedApplication(params, deps);
  if (application.offer_id) throw problem('offerOpen');
  const at = instantOf(deps.clock());
  const audit = waitingAudit(
    application,
    { actor: caller.userId, action: 'waiting.put-first', fields: [reason] },
    deps,
  );
  const { outcome } = await putFirst(deps.table, application, { at, reason }, [audit]);
  if (outcome === 'busy') throw busy();
  if (outcome === 'refused') throw problem('waitingEntryNotFound');
  return undefined;
};

export const removeFromWaitingList: Operation<WaitingListRoutes['removeFromWaitingList'], AdminDeps> = async (
  { caller, params },
  deps,
) => {
  const application = await readListedApplication(params, deps);
  const audit = waitingAudit(application, { actor: caller.userId, action: 'waiting.removed' }, deps);
  const at = instantOf(deps.clock());
  const { outcome } = await dropApplication(deps.table, application, { at, extraWrites: [audit] });
  if (outcome === 'busy') throw busy();
  if (outcome === 'refused') throw problem('waitingEntryNotFound');
  return undefined;
};

const requireOffer = async ({ offerId }: { readonly offerId: OfferId }, { table }: AdminDeps) => {
  const offer = await getOffer(table, offerId);
  if (!offer) throw problem('offerNotFound');
  return offer;
};

/** The application keeps its rank, the places go to the list again, and the family is told (WAI-11). */
export const withdrawOffer: Operation<WaitingListRoutes['withdrawOffer'], AdminDeps> = async (
  { caller, params },
  deps,
) => {
  const { table, clock } = deps;
  const offer = await requireOffer(params, deps);
  const now = clock();
  const result = await endOffer(table, offer, {
    state: 'withdrawn',
    application: 'keeps-rank',
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

export const getFamilyWaiting: Operation<WaitingListRoutes['getFamilyWaiting'], AdminDeps> = (
  { params },
  deps,
) => readFamilyWaiting(params.parentId, deps);

export const listUnheardOffers: Operation<WaitingListRoutes['listUnheardOffers'], AdminDeps> = async (
  _request,
  deps,
) => ({ offers: await readUnheardOffers(deps) });

const auditOfAnswer = (offer: StoredOffer, actor: UserId, answer: 'taken' | 'declined', deps: AdminDeps) =>
  waitingAudit(offer, { actor, action: `waiting.offer-${answer}` }, deps);

/** The family accepted on the phone: its own operation with another actor, whom the log and the bookings name (WAI-16). */
export const takeOfferForFamily: Operation<WaitingListRoutes['takeOfferForFamily'], AdminDeps> = async (
  { caller, params, body, idempotencyKey },
  deps,
) => {
  const offer = await requireOffer(params, deps);
  const agreed = {
    attempt: idempotencyKey,
    by: caller.userId,
    isOffice: true,
    calendarVersion: body.calendar_version,
    extraWrites: [auditOfAnswer(offer, caller.userId, 'taken', deps)],
  };
  return takeOffer(offer, agreed, deps);
};

/** The family is told (WAI-16). A place that was taken is not given back: its booking is cancelled. */
export const declineOfferForFamily: Operation<WaitingListRoutes['declineOfferForFamily'], AdminDeps> = async (
  { caller, params, body: { stays } },
  deps,
) => {
  const { table, clock } = deps;
  const offer = await requireOffer(params, deps);
  const extraWrites = [
    waitingMailPut(table, 'offer-declined', { ...offer, ...(!offer.renewal && { stays }) }, clock()),
    auditOfAnswer(offer, caller.userId, 'declined', deps),
  ];
  return declineOffer(offer, { stays, by: caller.userId, hasWaiting: true, office: { extraWrites } }, deps);
};
