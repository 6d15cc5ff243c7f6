import * as z from 'zod/mini';
import { dayMs } from '#shared/lib/durations';
import {
  bookingIdSchema,
  type ClassId,
  childIdSchema,
  classIdSchema,
  type FamilyId,
  familyIdSchema,
  idempotencyKeySchema,
  messageIdSchema,
  type OfferId,
  offerIdSchema,
  type SlotId,
  slotIdSchema,
  type UserId,
  userIdSchema,
} from '#shared/lib/ids';
import { calendarDateSchema, type Instant, instantSchema } from '#shared/lib/values';
import { calendarVersionSchema } from '#shared/sessions/slot';
import { waitingOfferSchema } from '#shared/waiting/waiting';
import { bookedDateAttributes, withBookedDates } from '../booking/bookings.ts';
import { isNew, oneOf, putWrite, updateWrite } from '../lib/dynamo/expressions.ts';
import {
  entityAttribute,
  type Item,
  type ItemRef,
  itemParser,
  keyOfItem,
  tableSchema,
  toEpochSeconds,
} from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import {
  behindKey,
  dueIndexKeys,
  duePartition,
  offerKey,
  offerLinkKey,
  offerLinksPartition,
  renewalKey,
  renewalsPartition,
  waitingIndexKeys,
} from '../lib/dynamo/keys-of-classes.ts';
import { accountLinkKeys } from '../lib/dynamo/keys-of-people.ts';
import { batchRead, getItem, inPartition, queryAll, queryAs } from '../lib/dynamo/reads.ts';
import { deleteItem, putItem } from '../lib/dynamo/writes.ts';
import { newSecret } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';
import { endedOfferLifetimeDays, renewalLifetimeDays } from '../limits.ts';

const renewalEntity = 'renewal';

const renewalIdsSchema = z.object({
  from_class_id: classIdSchema,
  class_id: classIdSchema,
  booking_id: bookingIdSchema,
});
type RenewalIds = z.infer<typeof renewalIdsSchema>;

/** What became of a place of the next term that was kept for a booking's child (TRM-03). It outlives the offer. */
export const renewalSchema = z.extend(renewalIdsSchema, {
  parent_id: familyIdSchema,
  child_id: childIdSchema,
  offer_id: offerIdSchema,
  /** The message that tells the family. */
  message_id: messageIdSchema,
  /** The state of the offer. */
  state: waitingOfferSchema.shape.state,
  state_at: instantSchema,
  /** The adult of the family who answered. */
  answered_by: z.optional(userIdSchema),
});
export type StoredRenewal = z.infer<typeof renewalSchema>;

export const isRenewalItem = (item: Item): boolean => item[entityAttribute] === renewalEntity;

/** Refused where the place was kept before. */
export const renewalPut = (table: Table, renewal: StoredRenewal): Write =>
  putWrite(
    table,
    {
      ...renewalKey(renewal),
      ...waitingIndexKeys(renewal.parent_id, renewal.offer_id),
      [entityAttribute]: renewalEntity,
      ...renewalSchema.parse(renewal),
      [tableSchema.timeToLiveAttribute]: toEpochSeconds(
        new Date(Date.parse(renewal.state_at) + renewalLifetimeDays * dayMs),
      ),
    },
    { if: isNew },
  );

interface EndingOffer {
  readonly id: StoredRenewal['offer_id'];
  readonly renewal?: RenewalIds | undefined;
}

// Replaces the person who answered before.
const answered = (by: UserId | undefined) =>
  by ? { set: { answered_by: by } } : { remove: ['answered_by'] };

/** Empty for an offer that is no renewal. */
export const renewalEndUpdates = (
  table: Table,
  { id, renewal }: EndingOffer,
  state: StoredRenewal['state'],
  { at, by }: { readonly at: Instant; readonly by?: UserId | undefined },
): Write[] => {
  if (!renewal) return [];
  const { set, ...change } = answered(by);
  return [
    updateWrite(table, renewalKey(renewal), {
      ...change,
      set: { state, state_at: at, ...set },
      if: { offer_id: id },
    }),
  ];
};

/** Gives a renewal another offer; refused where it has another one than was read, or was taken. */
export const renewalMoveUpdate = (
  table: Table,
  { id, renewal }: Pick<EndingOffer, 'id'> & { readonly renewal: RenewalIds },
  next: StoredRenewal['offer_id'],
  at: Instant,
): Write =>
  updateWrite(table, renewalKey(renewal), {
    set: { offer_id: next, state: 'open', state_at: at },
    remove: ['answered_by'],
    if: { offer_id: id, state: oneOf(['open', 'declined']) },
  });

/** One consistent read. */
export const getRenewal = (table: Table, ids: RenewalIds): Promise<StoredRenewal | undefined> =>
  getItem(table, { key: renewalKey(ids), fromItem: itemParser(renewalSchema) });

/** The renewals of a class's children, in the classes that follow it. One consistent Query. */
export const listRenewals = (table: Table, fromClassId: ClassId): Promise<StoredRenewal[]> =>
  queryAs(table, itemParser(renewalSchema), {
    ...inPartition(renewalsPartition(fromClassId)),
    ConsistentRead: true,
  });

/** Deletes what names a child. */
export const deleteRenewals = async (table: Table, renewals: readonly RenewalIds[]): Promise<void> => {
  for (const renewal of renewals) await deleteItem(table, renewalKey(renewal));
};

export const offerEntity = 'offer';

/** Has all that the bookings are made of, so that the offer is taken by its link without a read of the family. */
export const storedOfferSchema = z.extend(waitingOfferSchema, {
  /** The children of `child_ids`, in their order, as they were when the offer was made. */
  children: z.array(z.object({ name: z.string(), date_of_birth: calendarDateSchema })),
  /** The sessions that each place covers, by the calendar of this version. */
  dates: z.array(calendarDateSchema),
  calendar_version: calendarVersionSchema,
  /** Set for a place that is kept for the child of a booking (TRM-03). */
  renewal: z.optional(renewalIdsSchema),
  /** The application found no room in the next term: the offer may be taken before the class opens (TRM-11). */
  found_no_room: z.optional(z.literal(true)),
  taken_by: z.optional(idempotencyKeySchema),
  /** The adult who took or declined the offer (ADT-01). */
  answered_by: z.optional(userIdSchema),
});
export type StoredOffer = z.infer<typeof storedOfferSchema>;

/** The child had a place before, or found no room (TRM-11). */
export const isTakenBeforeOpening = ({ renewal, found_no_room, class_id }: StoredOffer): boolean =>
  found_no_room === true || renewal?.class_id === class_id;

export const isOfferItem = (item: Item): boolean => item[entityAttribute] === offerEntity;
export const offerFromItem = (item: Item): StoredOffer =>
  itemParser(storedOfferSchema)(withBookedDates(item));

export const offerRef = (id: OfferId): ItemRef<StoredOffer> => ({
  key: offerKey(id),
  fromItem: offerFromItem,
});

/** The offer is due when it ends. */
export const offerPut = (table: Table, { dates, ...offer }: StoredOffer): Write =>
  putWrite(
    table,
    {
      ...offerKey(offer.id),
      ...dueIndexKeys(offer.until, offer.id),
      [entityAttribute]: offerEntity,
      ...offer,
      ...bookedDateAttributes(dates),
    },
    { if: isNew },
  );

interface OfferEnding {
  readonly state: Exclude<StoredOffer['state'], 'open'>;
  readonly at: Instant;
  /** The attempt that takes the offer, on the terms that the offer has then. */
  readonly attempt?: StoredOffer['taken_by'];
  readonly by?: UserId | undefined;
}

/** Refused, with the stored offer, where it ended before (WAI-09), or is another family's by now. */
export const offerEndUpdate = (
  table: Table,
  { id, parent_id, price, discounts, dates, calendar_version }: StoredOffer,
  { state, at, attempt, by }: OfferEnding,
): Write => {
  const terms = attempt && {
    taken_by: attempt,
    price,
    ...(discounts && { discounts }),
    ...bookedDateAttributes(dates),
    calendar_version,
  };
  return updateWrite(table, offerKey(id), {
    set: {
      state,
      ...waitingIndexKeys(parent_id, id),
      [tableSchema.timeToLiveAttribute]: toEpochSeconds(
        new Date(Date.parse(at) + endedOfferLifetimeDays * dayMs),
      ),
      ...terms,
      ...(by && { answered_by: by }),
    },
    if: { state: 'open', parent_id },
    returnsStored: true,
  });
};

/** Makes a taken offer a declined one; refused where another attempt has taken it, or it was given back. */
export const offerGiveBackUpdate = (table: Table, offer: StoredOffer, by: UserId | undefined): Write => {
  const { set, ...change } = answered(by);
  return updateWrite(table, offerKey(offer.id), {
    ...change,
    set: { state: 'declined', ...set },
    if: { state: 'taken', taken_by: offer.taken_by },
  });
};

export const getOffer = (table: Table, id: OfferId): Promise<StoredOffer | undefined> =>
  getItem(table, offerRef(id));

/** The earliest deadline first. One Query of what is due, of an index that may lag. */
export const listOpenOffers = async (table: Table): Promise<StoredOffer[]> =>
  (await queryAll(table, inPartition(duePartition))).filter(isOfferItem).map(offerFromItem);

export const deleteOffer = async (table: Table, id: OfferId): Promise<void> => {
  await deleteItem(table, offerKey(id));
};

export const readOffers = async (table: Table, ids: readonly OfferId[]): Promise<StoredOffer[]> => {
  if (ids.length === 0) return [];
  const read = await batchRead(table, ids.map(offerRef), { consistent: true });
  return ids.flatMap((id) => read(offerRef(id)) ?? []);
};

interface OfferLink {
  /** The account that gets the link by email, and that acts by it. */
  readonly account: UserId;
  /** The email with the link. */
  readonly email?: string;
}

/** Stores the hash of a new link. @returns the secret of 256 random bits, which is stored nowhere */
export const createOfferLink = async (
  table: Table,
  offer: StoredOffer,
  { account, email }: OfferLink,
): Promise<string> => {
  const secret = newSecret('offer');
  const end = new Date(Date.parse(offer.until) + endedOfferLifetimeDays * dayMs);
  await putItem(table, {
    ...offerLinkKey(offer.id, secret),
    ...accountLinkKeys(account, 'offer'),
    [entityAttribute]: 'offer-link',
    kind: 'offer',
    account,
    ...(email !== undefined && { email }),
    [tableSchema.timeToLiveAttribute]: toEpochSeconds(end),
  });
  return secret;
};

/**
 * Makes the link for one email to one account. An email that is made again, since it could not be sent or its run was
 * interrupted, gets a new link in place of the first: an offer never has two links for one email to an account.
 */
export const replaceOfferLink = async (
  table: Table,
  offer: StoredOffer,
  sent: Required<OfferLink>,
): Promise<string> => {
  const links = await queryAll(table, {
    ...inPartition(offerLinksPartition(offer.id)),
    ConsistentRead: true,
  });
  const before = links.filter(({ account, email }) => account === sent.account && email === sent.email);
  for (const link of before) await deleteItem(table, keyOfItem(link));
  return createOfferLink(table, offer, sent);
};

/** The account to which a link was mailed. */
export const offerLinkRef = (offerId: OfferId, secret: string): ItemRef<UserId> => ({
  key: offerLinkKey(offerId, secret),
  fromItem: ({ account }) => userIdSchema.parse(account),
});

const behindEntity = 'waiting-behind';

/** The applications that a family had on a slot's list at `at` are behind those of other families (WAI-15). */
export const behindSchema = z.object({
  parent_id: familyIdSchema,
  time_slot_id: slotIdSchema,
  at: instantSchema,
});

export const isBehindItem = (item: Item): boolean => item[entityAttribute] === behindEntity;

/**
 * Puts the other applications of an offer's family behind every other family's. It changes no application: those that join
 * meanwhile are compared with its time. The item stays a month longer than the class.
 */
export const behindUpdate = (
  table: Table,
  { parent_id, time_slot_id, dates, until }: StoredOffer,
  at: Instant,
): Write => {
  const end = Date.parse(dates.at(-1) ?? until) + endedOfferLifetimeDays * dayMs;
  return updateWrite(table, behindKey(time_slot_id, parent_id), {
    set: {
      [entityAttribute]: behindEntity,
      parent_id,
      time_slot_id,
      at,
      ...waitingIndexKeys(parent_id, time_slot_id),
      [tableSchema.timeToLiveAttribute]: toEpochSeconds(new Date(end)),
    },
  });
};

export const deleteBehind = async (table: Table, slotId: SlotId, parentId: FamilyId): Promise<void> => {
  await deleteItem(table, behindKey(slotId, parentId));
};
