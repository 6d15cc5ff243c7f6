import type { ChildId, FamilyId, OfferId, UserId } from '#shared/lib/ids';
import { type Instant, instantOf } from '#shared/lib/values';
import { atTheEnd, type OfferEnd, type WaitingApplication } from '#shared/waiting/waiting';
import { bookingRef } from '../booking/bookings.ts';
import { endBooking } from '../booking/end-booking.ts';
import { isSlotItem, queryCatalogue, storedSlotSchema } from '../classes/classes.ts';
import { type CountedChange, hasReachedChangeLimit, sendAsOneChange } from '../ledger/changes.ts';
import { ContentionError, retryDelay } from '../lib/contention.ts';
import type { TimedDeps } from '../lib/deps.ts';
import { itemParser } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { getItem } from '../lib/dynamo/reads.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';
import { patienceMs } from '../limits.ts';
import {
  applicationDeletes,
  applicationUpdate,
  findApplicationOfChild,
  listApplications,
  listWaitingOfFamily,
  offeredPlacesRelease,
  removeApplication,
  type StoredApplication,
} from './applications.ts';
import {
  behindUpdate,
  deleteBehind,
  deleteOffer,
  deleteRenewals,
  getOffer,
  offerEndUpdate,
  offerFromItem,
  offerGiveBackUpdate,
  renewalEndUpdates,
  type StoredOffer,
} from './offers.ts';

// The application leaves the list, goes to its end, or keeps its rank.
type ApplicationOutcome = 'leaves' | 'to-the-end' | 'keeps-rank';

interface OfferEnding {
  readonly state: Exclude<OfferEnd, 'taken'>;
  readonly application: ApplicationOutcome;
  readonly at: Instant;
  readonly by?: UserId | undefined;
  readonly extraWrites?: ExtraWrites | undefined;
  /** Whether other applications wait, as read; a wrong value costs a second transaction. */
  readonly hasWaiting?: boolean;
  /** The hour as the ledger was read, where the answer counts among the changes of the family. */
  readonly counted?: Pick<CountedChange, 'hour'> | undefined;
}

type EndOfferOutcome =
  | { readonly outcome: 'done' }
  /** The offer ended before. Nothing was stored. */
  | { readonly outcome: 'ended'; readonly state: OfferEnd }
  /** The family has made as many changes in this hour as it may. Nothing was stored. */
  | { readonly outcome: 'limited' }
  /** The slot, the application or the family is gone. Nothing was stored. */
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'busy' };

const applicationWrites = (
  table: Table,
  offer: StoredOffer,
  { application: outcome, at }: OfferEnding,
): Write[] => {
  const application = { ...offer, id: offer.entry_id, offer_id: offer.id };
  if (outcome === 'leaves') return applicationDeletes(table, application);
  const waits = { offer_id: null, passed_over_at: at };
  const last = { ...atTheEnd(at), put_first_reason: null };
  return [applicationUpdate(table, application, outcome === 'to-the-end' ? { ...waits, ...last } : waits)];
};

// The other applications of a family that declined, or did not answer, go behind those of all families (WAI-15). Those of a
// family with a renewal do not: it was not asked from the list.
const familyWrites = (table: Table, offer: StoredOffer, { state, at, by }: OfferEnding): Write[] => {
  if (offer.renewal) return renewalEndUpdates(table, offer, state, { at, by });
  return state === 'declined' || state === 'expired' ? [behindUpdate(table, offer, at)] : [];
};

export const endOf = (item: Record<string, unknown>): OfferEnd => {
  const { state } = offerFromItem(item);
  if (state === 'open') throw new Error('An open offer was refused as ended');
  return state;
};

/** Its places go to the list again, or to all where nobody waits. Of several answers at once, one is stored (WAI-09). */
export const endOffer = async (
  table: Table,
  offer: StoredOffer,
  ending: OfferEnding,
): Promise<EndOfferOutcome> => {
  const { state, at, by, application, extraWrites = [], hasWaiting: assumed = true, counted } = ending;
  const change = counted && { ...counted, parent_id: offer.parent_id, at };
  for (const hasWaiting of [assumed, !assumed]) {
    const release = { at, hasWaiting, comesBack: application !== 'leaves' };
    const result = await sendAsOneChange(table, change, [
      offerEndUpdate(table, offer, { state, at, by }),
      offeredPlacesRelease(table, offer, release),
      ...applicationWrites(table, offer, ending),
      ...familyWrites(table, offer, ending),
      ...extraWrites,
    ]);
    if (result.outcome === 'no-ledger') return { outcome: 'gone' };
    if (result.outcome !== 'refused') return result;
    const [refused, slot] = result.refusals;
    const present = refused?.item && offerFromItem(refused.item);
    // Its family was joined with another one since it was read.
    if (present?.state === 'open') return endOffer(table, present, ending);
    if (refused?.item) return { outcome: 'ended', state: endOf(refused.item) };
    if (refused || !slot?.item) return { outcome: 'gone' };
  }
  // An application joined or left between the two tries.
  return endOffer(table, offer, ending);
};

type GiveBackOutcome =
  /** By this request, or by an earlier one. */
  | { readonly outcome: 'declined' }
  /** The booking ended or moved since. Nothing was stored. */
  | { readonly outcome: 'ended' }
  /** The end of the booking would not credit all of it. Nothing was stored. */
  | { readonly outcome: 'not-free' }
  /** The family has made as many changes in this hour as it may. Nothing was stored. */
  | { readonly outcome: 'limited' }
  | { readonly outcome: 'busy' };

class Refused extends Error {
  readonly outcome: 'not-free' | 'limited';

  constructor(outcome: Refused['outcome']) {
    super(outcome);
    this.outcome = outcome;
  }
}

/**
 * Ends the booking of a taken renewal and declines its offer, in one transaction: until the deadline the place can be kept
 * again, here or in another slot (TRM-04). The family gets the email of a cancelled booking.
 */
export const giveBackRenewal = async (
  offer: StoredOffer,
  by: UserId | undefined,
  deps: TimedDeps,
): Promise<GiveBackOutcome> => {
  const { table, clock } = deps;
  const [child_id] = offer.child_ids;
  const booking = child_id && (await getItem(table, bookingRef({ ...offer, child_id })));
  if (booking && booking.idempotency_key === offer.taken_by) {
    const ending = { ending: { reason: 'cancelled' }, by: 'parent', adult: by, tell: true } as const;
    try {
      const result = await endBooking(deps, booking, {
        ...ending,
        isCounted: true,
        extraWrites: ({ ended }, { ledger }) => {
          if (ended.credit !== booking.amount) throw new Refused('not-free');
          if (hasReachedChangeLimit(ledger, ended.at)) throw new Refused('limited');
          const at = instantOf(clock());
          return [
            offerGiveBackUpdate(table, offer, by),
            ...renewalEndUpdates(table, offer, 'declined', { at, by }),
          ];
        },
      });
      if (result.outcome === 'busy') return { outcome: 'busy' };
      if (result.outcome === 'ended' && !result.isRepeated) return { outcome: 'declined' };
    } catch (error) {
      if (error instanceof Refused) return { outcome: error.outcome };
      throw error;
    }
  }
  return { outcome: (await getOffer(table, offer.id))?.state === 'declined' ? 'declined' : 'ended' };
};

interface Dropping {
  readonly at: Instant;
  readonly by?: UserId | undefined;
  readonly extraWrites?: ExtraWrites;
  /** A family that leaves the list declines its offer. */
  readonly offerState?: 'declined' | 'void';
  /** Whether the family leaves the list itself, which counts among its changes. */
  readonly isCounted?: boolean;
}

// `limited` where the family may make no other change in this hour.
interface DropOutcome {
  readonly outcome: 'done' | 'refused' | 'limited' | 'busy';
}

/** Takes an application off its list, with its offer. Refused where it got an offer since it was read, or lost it. */
export const dropApplication = async (
  table: Table,
  application: StoredApplication,
  { at, by, extraWrites = [], offerState: state = 'void', isCounted = false }: Dropping,
): Promise<DropOutcome> => {
  if (!application.offer_id) {
    const change = isCounted ? { parent_id: application.parent_id, at } : undefined;
    const { outcome } = await removeApplication(table, application, extraWrites, change);
    return { outcome: outcome === 'no-ledger' ? 'refused' : outcome };
  }
  const offer = await getOffer(table, application.offer_id);
  if (!offer) return { outcome: 'refused' };
  const { outcome } = await endOffer(table, offer, {
    state,
    application: 'leaves',
    at,
    by,
    extraWrites,
    counted: isCounted ? {} : undefined,
  });
  return { outcome: outcome === 'ended' || outcome === 'gone' ? 'refused' : outcome };
};

/**
 * Takes an application off its list at the wish of its family. The index by which it was read may not have its offer.
 * @returns `refused` where it is not on the list any more; `busy` also where it changed again meanwhile
 */
export const dropIndexedApplication = async (
  table: Table,
  application: StoredApplication,
  act: Pick<Dropping, 'at' | 'by'>,
): Promise<DropOutcome> => {
  const leaving = { ...act, offerState: 'declined', isCounted: true } as const;
  const { outcome } = await dropApplication(table, application, leaving);
  const [child] = application.child_ids;
  if (outcome !== 'refused' || !child) return { outcome };
  const present = await findApplicationOfChild(table, application.time_slot_id, child);
  if (present?.id !== application.id) return { outcome: 'refused' };
  const { outcome: again } = await dropApplication(table, present, leaving);
  return { outcome: again === 'refused' ? 'busy' : again };
};

interface Deps {
  readonly table: Table;
  readonly clock: () => Date;
}

// Also where the application gets an offer or loses it at the same time.
const dropUntilGone = async ({ table, clock }: Deps, application: StoredApplication): Promise<void> => {
  const waitToRetry = retryDelay(patienceMs);
  const [child] = application.child_ids;
  for (let current: StoredApplication | undefined = application; current; ) {
    const { outcome } = await dropApplication(table, current, { at: instantOf(clock()) });
    if (outcome === 'done') return;
    if (outcome === 'busy' || !(await waitToRetry()))
      throw new ContentionError('Contention on a waiting list persisted');
    current = child && (await findApplicationOfChild(table, application.time_slot_id, child));
  }
};

const dropEach = async (deps: Deps, applications: readonly StoredApplication[]): Promise<void> => {
  for (const application of applications) await dropUntilGone(deps, application);
};

/** The child has a place in the slot. Siblings who wait only together leave with it. @throws ContentionError */
export const dropApplicationOfChild = async (
  deps: Deps,
  { time_slot_id, child_id }: Pick<WaitingApplication, 'time_slot_id'> & { readonly child_id: ChildId },
): Promise<void> => {
  const application = await findApplicationOfChild(deps.table, time_slot_id, child_id);
  if (application) await dropEach(deps, [application]);
};

const offersOf = (applications: readonly StoredApplication[], ended: readonly StoredOffer[]): OfferId[] => [
  ...ended.map(({ id }) => id),
  ...applications.flatMap(({ offer_id }) => offer_id ?? []),
];

const deleteOffers = async (table: Table, offers: readonly OfferId[]): Promise<void> => {
  for (const offer of offers) await deleteOffer(table, offer);
};

/**
 * Takes a removed child's applications off their lists, and deletes its offers (WAI-12). An application that the index does
 * not list yet leaves its list when it is asked.
 * @throws ContentionError where contention persisted
 */
export const dropApplicationsOfChild = async (
  deps: Deps,
  parentId: FamilyId,
  childId: ChildId,
): Promise<void> => {
  const { applications, endedOffers, renewals } = await listWaitingOfFamily(deps.table, parentId);
  const isOwn = ({ child_ids }: Pick<WaitingApplication, 'child_ids'>) => child_ids.includes(childId);
  const own = applications.filter(isOwn);
  await dropEach(deps, own);
  await deleteOffers(deps.table, offersOf(own, endedOffers.filter(isOwn)));
  await deleteRenewals(
    deps.table,
    renewals.filter(({ child_id }) => child_id === childId),
  );
};

/** The index may lag: each list is read consistently. */
export const listAllApplications = async (table: Table, parentId: FamilyId): Promise<StoredApplication[]> => {
  const slots = (await queryCatalogue(table, { consistent: true }))
    .filter(isSlotItem)
    .map(itemParser(storedSlotSchema))
    .filter(({ waiting, held }) => waiting + held > 0);
  const lists = await Promise.all(slots.map(({ id }) => listApplications(table, id)));
  return lists.flat().filter(({ parent_id }) => parent_id === parentId);
};

/**
 * Takes all applications of a family whose ledger is closed off their lists, and deletes its offers (WAI-12). After an
 * interruption it can be run again.
 * @throws ContentionError where contention persisted
 */
export const dropFamilyWaiting = async (deps: Deps, parentId: FamilyId): Promise<void> => {
  const { table } = deps;
  const applications = await listAllApplications(table, parentId);
  const { endedOffers, renewals, behindIn } = await listWaitingOfFamily(table, parentId);
  await dropEach(deps, applications);
  if (applications.length > 0 && (await listAllApplications(table, parentId)).length > 0)
    throw new ContentionError('A waiting list changed meanwhile');
  await deleteOffers(table, offersOf(applications, endedOffers));
  await deleteRenewals(table, renewals);
  for (const slotId of behindIn) await deleteBehind(table, slotId, parentId);
};
