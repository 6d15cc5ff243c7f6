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

/** Names the place that is kept for the child of a booking in the class that follows its class (TRM-03). */
const renewalIdsSchema = z.object({
  from_class_id: classIdSchema,
  class_id: classIdSchema,
  booking_id: bookingIdSchema,
});
type RenewalIds = z.infer<typeof renewalIdsSchema>;

/** What became of a place that was kept. It outlives the offer, which it names. */
export const renewalSchema = z.extend(renewalIdsSchema, {
  parent_id: familyIdSchema,
  child_id: childIdSchema,
  offer_id: offerIdSchema,
  /** That tells the family. */
  message_id: messageIdSchema,
  /** Of the offer. */
  state: waitingOfferSchema.shape.state,
  state_at: instantSchema,
  /** Who of the family answered, as the offer has it. */
  answered_by: z.optional(userIdSchema),
});
export type StoredRenewal = z.infer<typeof renewalSchema>;

export const isRenewalItem = (item: Item): boolean => item[entityAttribute] === renewalEntity;

/** The write of a place that is kept; refused where it was kept before. */
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

/** The change that notes who answered, in place of whoever did before. */
const answered = (by: UserId | undefined) =>
  by ? { set: { answered_by: by } } : { remove: ['answered_by'] };

/** The writes that note how the offer of a kept place ended; none for another offer. */
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

/** The write that gives a kept place another offer; refused where it has another one than was read, or was taken. */
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

/** What became of one kept place; undefined where none was kept. One consistent read. */
export const getRenewal = (table: Table, ids: RenewalIds): Promise<StoredRenewal | undefined> =>
  getItem(table, { key: renewalKey(ids), fromItem: itemParser(renewalSchema) });

/** What became of the places that were kept for the children of a class, in the classes that follow it. One consistent Query. */
export const listRenewals = (table: Table, fromClassId: ClassId): Promise<StoredRenewal[]> =>
  queryAs(table, itemParser(renewalSchema), {
    ...inPartition(renewalsPartition(fromClassId)),
    ConsistentRead: true,
  });

/** Deletes what names a child. */
export const deleteRenewals = async (table: Table, renewals: readonly RenewalIds[]): Promise<void> => {
  for (const renewal of renewals) await deleteItem(table, renewalKey(renewal));
};

/** The value of the entity attribute on an offer; the mailer's stream filter selects it. */
export const offerEntity = 'offer';

/**
 * An offer as stored: with all that its bookings are made of, so that it is taken by its link without a read of the
 * family.
 */
export const storedOfferSchema = z.extend(waitingOfferSchema, {
  /** Of `child_ids`, in their order, as they were when the offer was made. */
  children: z.array(z.object({ name: z.string(), date_of_birth: calendarDateSchema })),
  /** The sessions that each place covers, by the calendar of this version. */
  dates: z.array(calendarDateSchema),
  calendar_version: calendarVersionSchema,
  /** Of a place of the next term that is kept for the child of a booking (TRM-03). */
  renewal: z.optional(renewalIdsSchema),
  /** Of an entry that found no room in the next term: it may be taken before the class opens (TRM-11). */
  found_no_room: z.optional(z.literal(true)),
  /** The attempt that took it. */
  taken_by: z.optional(idempotencyKeySchema),
  /** The adult who took or declined it (ADT-01). */
  answered_by: z.optional(userIdSchema),
});
export type StoredOffer = z.infer<typeof storedOfferSchema>;

/** Whether it may be taken before its class opens: the child had a place before, or found no room (TRM-11). */
export const isTakenBeforeOpening = ({ renewal, found_no_room, class_id }: StoredOffer): boolean =>
  found_no_room === true || renewal?.class_id === class_id;

export const isOfferItem = (item: Item): boolean => item[entityAttribute] === offerEntity;
export const offerFromItem = (item: Item): StoredOffer =>
  itemParser(storedOfferSchema)(withBookedDates(item));

export const offerRef = (id: OfferId): ItemRef<StoredOffer> => ({
  key: offerKey(id),
  fromItem: offerFromItem,
});

/** The write of a new offer, which is due when it ends. */
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
  /** The attempt that takes it, on the terms that the offer has then. */
  readonly attempt?: StoredOffer['taken_by'];
  /** Who of the family answers. */
  readonly by?: UserId | undefined;
}

/** The write that ends an offer; refused, with the stored offer, where it ended before (WAI-09), or is another family's by now. */
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

/** The write that makes a taken offer a declined one; refused where another attempt has taken it, or it was given back. */
export const offerGiveBackUpdate = (table: Table, offer: StoredOffer, by: UserId | undefined): Write => {
  const { set, ...change } = answered(by);
  return updateWrite(table, offerKey(offer.id), {
    ...change,
    set: { state: 'declined', ...set },
    if: { state: 'taken', taken_by: offer.taken_by },
  });
};

/** An offer, ended ones included; undefined where there is none. One consistent read. */
export const getOffer = (table: Table, id: OfferId): Promise<StoredOffer | undefined> =>
  getItem(table, offerRef(id));

/** All open offers, the earliest deadline first. One Query of what is due, of an index that may lag. */
export const listOpenOffers = async (table: Table): Promise<StoredOffer[]> =>
  (await queryAll(table, inPartition(duePartition))).filter(isOfferItem).map(offerFromItem);

/** Deletes an offer that ended, with the names of its children. Its links find nothing any more. */
export const deleteOffer = async (table: Table, id: OfferId): Promise<void> => {
  await deleteItem(table, offerKey(id));
};

/** Offers by id, without those that do not exist. */
export const readOffers = async (table: Table, ids: readonly OfferId[]): Promise<StoredOffer[]> => {
  if (ids.length === 0) return [];
  const read = await batchRead(table, ids.map(offerRef), { consistent: true });
  return ids.flatMap((id) => read(offerRef(id)) ?? []);
};

interface OfferLink {
  /** To whom it is mailed, and who acts by it. */
  readonly account: UserId;
  /** The email that it is for. */
  readonly email?: string;
}

/**
 * Makes a link to an offer and stores its hash.
 * @returns the secret of 256 random bits, which is stored nowhere
 */
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
 * Makes the link to an offer or a kept place for one email to one account. An email that is made again, because it could not be
 * sent, or its run was interrupted before, gets a new link in place of the first: however often that happens, an offer has one
 * link for each email to an account.
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

/** That the entries which a family had on a slot's list at `at` are behind those of other families (WAI-15). */
export const behindMarkSchema = z.object({
  parent_id: familyIdSchema,
  time_slot_id: slotIdSchema,
  at: instantSchema,
});

export const isBehindItem = (item: Item): boolean => item[entityAttribute] === behindEntity;

/**
 * The write that puts the other entries of an offer's family behind every other family's, in the transaction that ends
 * the offer. It changes no entry: entries that join meanwhile are compared with its time. It is kept a month longer than
 * the class.
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

/** Deletes the item of a list that names a family. */
export const deleteBehindMark = async (table: Table, slotId: SlotId, parentId: FamilyId): Promise<void> => {
  await deleteItem(table, behindKey(slotId, parentId));
};
