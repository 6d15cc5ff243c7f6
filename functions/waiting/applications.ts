import * as z from 'zod/mini';
import {
  type ChildId,
  childIdSchema,
  type FamilyId,
  idempotencyKeySchema,
  type SlotId,
  userIdSchema,
} from '#shared/lib/ids';
import type { Instant } from '#shared/lib/values';
import {
  goBehind,
  type RankedApplication,
  type WaitingApplication,
  waitingApplicationSchema,
} from '#shared/waiting/waiting';
import { type PutFirstReason, putFirstReasonSchema } from '#shared/waiting/waiting-admin';
import { type CountedChange, type CountedOutcome, sendAsOneChange } from '../ledger/changes.ts';
import {
  above,
  deleteWrite,
  exists,
  isNew,
  plusFromZero,
  putWrite,
  type Tests,
  updateWrite,
} from '../lib/dynamo/expressions.ts';
import { entityAttribute, type Item, indexKeys, itemParser } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import {
  dueIndexKeys,
  familyWaitingPartition,
  slotKey,
  waitingChildKey,
  waitingIndexKeys,
  waitingPartition,
} from '../lib/dynamo/keys-of-classes.ts';
import { getItem, inPartition, queryAll } from '../lib/dynamo/reads.ts';
import { sendTransaction, type TransactionOutcome } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';
import {
  behindSchema,
  isBehindItem,
  isOfferItem,
  isRenewalItem,
  offerFromItem,
  renewalSchema,
  type StoredOffer,
  type StoredRenewal,
} from './offers.ts';

export const applicationEntity = 'waiting-entry';

// The item of a sibling in an application "only together": it keeps the child from another application for the slot.
const siblingEntity = 'waiting-sibling';

export const storedApplicationSchema = z.extend(waitingApplicationSchema, {
  /** The key of the attempt that made the application. */
  idempotency_key: idempotencyKeySchema,
  put_first_reason: z._default(z.nullable(putFirstReasonSchema), null),
  joined_by: z.optional(userIdSchema),
  /** Set where the application was made with a renewal's offer (TRM-03). */
  is_renewal: z.optional(z.literal(true)),
});
export type StoredApplication = z.infer<typeof storedApplicationSchema>;

export const isApplicationItem = (item: Item): boolean => item[entityAttribute] === applicationEntity;

type ApplicationKey = Pick<WaitingApplication, 'time_slot_id' | 'child_ids'>;

// The first key is that of the application's own item, which is its first child's.
const applicationKeys = ({ time_slot_id, child_ids }: ApplicationKey) => {
  const [own, ...siblings] = child_ids.map((child) => waitingChildKey(time_slot_id, child));
  if (!own) throw new Error('An application is for at least one child');
  return { own, siblings };
};

/** Each write is refused where its child is on the list. */
export const applicationPuts = (table: Table, application: StoredApplication): Write[] => {
  const { own, siblings } = applicationKeys(application);
  const item = {
    ...waitingIndexKeys(application.parent_id, application.id),
    [entityAttribute]: applicationEntity,
    ...application,
  };
  const sibling = {
    [entityAttribute]: siblingEntity,
    entry_id: application.id,
    first_child_id: application.child_ids[0],
  };
  return [{ ...own, ...item }, ...siblings.map((key) => ({ ...key, ...sibling }))].map((Item) =>
    putWrite(table, Item, { if: isNew, returnsStored: true }),
  );
};

type NamedApplication = ApplicationKey & Pick<WaitingApplication, 'id' | 'offer_id'>;

const unchangedApplication = ({ id, offer_id }: NamedApplication): Tests => ({ id, offer_id });

/** The first write is refused where the application is gone, or has another offer than was read. */
export const applicationDeletes = (table: Table, application: NamedApplication): Write[] => [
  deleteWrite(table, applicationKeys(application).own, { if: unchangedApplication(application) }),
  ...applicationKeys(application).siblings.map((Key) =>
    deleteWrite(table, Key, { if: { entry_id: application.id } }),
  ),
];

type ApplicationChange = Partial<
  Pick<StoredApplication, 'since' | 'put_first_at' | 'put_first_reason' | 'passed_over_at' | 'offer_id'>
>;

/** Refused where the application is gone, or has another offer than was read. */
export const applicationUpdate = (
  table: Table,
  application: NamedApplication,
  change: ApplicationChange,
): Write =>
  updateWrite(table, applicationKeys(application).own, {
    set: change,
    if: unchangedApplication(application),
  });

/** An application with what its rank depends on. */
export type ApplicationOnList = StoredApplication & RankedApplication;

/** In no order, those with an offer included. One consistent Query. */
export const listApplications = async (table: Table, slotId: SlotId): Promise<ApplicationOnList[]> => {
  const items = await queryAll(table, {
    ...inPartition(waitingPartition(slotId)),
    ConsistentRead: true,
  });
  const marks = items.filter(isBehindItem).map(itemParser(behindSchema));
  const behindAt = new Map(marks.map(({ parent_id, at }) => [parent_id, at]));
  return items
    .filter(isApplicationItem)
    .map(itemParser(storedApplicationSchema))
    .map((application) => goBehind(application, behindAt.get(application.parent_id)));
};

export const siblingSchema = z.object({ first_child_id: childIdSchema });

export const findApplicationOfChild = async (
  table: Table,
  slotId: SlotId,
  childId: ChildId,
): Promise<StoredApplication | undefined> => {
  const key = waitingChildKey(slotId, childId);
  const item = await getItem(table, { key, fromItem: (stored: Item) => stored });
  if (!item) return undefined;
  if (isApplicationItem(item)) return itemParser(storedApplicationSchema)(item);
  return findApplicationOfChild(table, slotId, itemParser(siblingSchema)(item).first_child_id);
};

export interface FamilyWaiting {
  readonly applications: readonly StoredApplication[];
  /** Offers that ended a short time ago. Open ones are named by their applications. */
  readonly endedOffers: readonly StoredOffer[];
  readonly renewals: readonly StoredRenewal[];
  /** The slots on whose lists the family went behind others. */
  readonly behindIn: readonly SlotId[];
}

export const listWaitingOfFamily = async (table: Table, parentId: FamilyId): Promise<FamilyWaiting> => {
  const items = await queryAll(table, inPartition(familyWaitingPartition(parentId)));
  return {
    applications: items.filter(isApplicationItem).map(itemParser(storedApplicationSchema)),
    endedOffers: items.filter(isOfferItem).map(offerFromItem),
    renewals: items.filter(isRenewalItem).map(itemParser(renewalSchema)),
    behindIn: items.filter(isBehindItem).map((item) => itemParser(behindSchema)(item).time_slot_id),
  };
};

interface CounterChange {
  readonly current_bookings?: number;
  readonly held?: number;
  readonly kept?: number;
  readonly reserved?: number;
  readonly waiting?: number;
  readonly revenue?: number;
}

interface SlotListChange {
  readonly add: CounterChange;
  readonly if?: Tests;
  /** When the list is due to be asked; null ends that; undefined leaves it. */
  readonly dueAt?: Instant | null;
  /** When the place became free that applications passed over before are asked about. */
  readonly releasedAt?: Instant;
}

type SlotIds = Pick<WaitingApplication, 'class_id' | 'time_slot_id'>;

// What conditions on a list compare with: the first change makes all of it.
const noList = { held: 0, kept: 0, waiting: 0 };

/** Every change raises the version of the list. */
export const slotListUpdate = (
  table: Table,
  { class_id, time_slot_id }: SlotIds,
  { add, if: tests, dueAt, releasedAt }: SlotListChange,
): Write => {
  const counters = Object.entries({ ...noList, ...add, list_version: 1 });
  return updateWrite(table, slotKey(class_id, time_slot_id), {
    set: {
      ...Object.fromEntries(counters.map(([name, amount]) => [name, plusFromZero(amount)])),
      ...(dueAt && dueIndexKeys(dueAt, time_slot_id)),
      ...(releasedAt && { released_at: releasedAt }),
    },
    remove: dueAt === null ? indexKeys : [],
    if: { ...exists, ...tests },
    returnsStored: true,
  });
};

/**
 * Gives the places of an ended offer to the list again, or to all where nobody waits.
 * @param hasWaiting as read, or assumed; the write is refused where it is wrong
 */
export const offeredPlacesRelease = (
  table: Table,
  slot: SlotIds & Pick<WaitingApplication, 'child_ids'>,
  {
    at,
    hasWaiting,
    comesBack,
  }: { readonly at: Instant; readonly hasWaiting: boolean; readonly comesBack: boolean },
): Write => {
  const places = slot.child_ids.length;
  // An application that comes back to the list waits too.
  if (comesBack) return slotListUpdate(table, slot, { add: { kept: places, waiting: 1 }, dueAt: at });
  if (hasWaiting)
    return slotListUpdate(table, slot, {
      add: { kept: places },
      if: { waiting: above(0) },
      dueAt: at,
      releasedAt: at,
    });
  return slotListUpdate(table, slot, {
    add: { held: -places, current_bookings: -places },
    if: { waiting: 0 },
  });
};

const applicationRemoval = (table: Table, application: StoredApplication): Write[] => [
  ...applicationDeletes(table, { ...application, offer_id: null }),
  slotListUpdate(table, application, {
    add: { waiting: -1 },
    if: { waiting: above(0) },
  }),
];

/** Refused where it is gone, or has got an offer since the read. @param change set where its family does so */
export const removeApplication = (
  table: Table,
  application: StoredApplication,
  extraWrites: ExtraWrites = [],
  change?: CountedChange,
): Promise<CountedOutcome> =>
  sendAsOneChange(table, change, [...applicationRemoval(table, application), ...extraWrites]);

export const putFirst = async (
  table: Table,
  application: StoredApplication,
  { at, reason }: { readonly at: Instant; readonly reason: PutFirstReason },
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> => {
  const change = { put_first_at: at, put_first_reason: reason };
  return sendTransaction(table, [
    applicationUpdate(table, { ...application, offer_id: null }, change),
    slotListUpdate(table, application, { add: {} }),
    ...extraWrites,
  ]);
};
