import * as z from 'zod/mini';
import { dayMs } from '#shared/domain/time/milliseconds';
import { idempotencyKeySchema, type OfferId } from '#shared/schemas/ids';
import { calendarVersionSchema } from '#shared/schemas/slot';
import type { Instant } from '#shared/schemas/values';
import { calendarDateSchema } from '#shared/schemas/values';
import { waitingOfferSchema } from '#shared/schemas/waiting';
import { endedOfferLifetimeDays } from '../../limits.ts';
import { bookedDateAttributes, withBookedDates } from '../bookings/booked-dates.ts';
import { batchRead } from '../dynamo/batch-get.ts';
import { getItem } from '../dynamo/get-item.ts';
import { indexedBy } from '../dynamo/index-keys.ts';
import type { Item, ItemRef } from '../dynamo/item-ref.ts';
import { dueIndexKeys } from '../dynamo/keys/due-work.ts';
import { accountLinkKeys } from '../dynamo/keys/tokens.ts';
import { offerKey, offerLinkKey, offerLinksPartition, waitingIndexKeys } from '../dynamo/keys/waiting.ts';
import { inPartition, queryAll } from '../dynamo/query.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { entityAttribute, tableSchema, toEpochSeconds } from '../dynamo/table-schema.ts';
import { deleteItem, putItem } from '../dynamo/write-item.ts';
import { newSecret } from '../new-secret.ts';
import type { Table } from '../table.ts';
import { renewalIdsSchema } from './renewals.ts';

/** The value of the entity attribute on an offer; the mailer's stream filter selects it. */
export const offerEntity = 'offer';

/**
 * An offer as stored: with all that its bookings are made of, so that it is taken by its link without a read of the
 * family.
 */
const storedOfferSchema = z.extend(waitingOfferSchema, {
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
});
export type StoredOffer = z.infer<typeof storedOfferSchema>;

export const isOfferItem = (item: Item): boolean => item[entityAttribute] === offerEntity;
export const offerFromItem = (item: Item): StoredOffer => storedOfferSchema.parse(withBookedDates(item));

export const offerRef = (id: OfferId): ItemRef<StoredOffer> => ({
  key: offerKey(id),
  fromItem: offerFromItem,
});

/** The write of a new offer, which is due when it ends. */
export const offerPut = (table: Table, { dates, ...offer }: StoredOffer): Write => ({
  Put: {
    TableName: table.name,
    Item: {
      ...offerKey(offer.id),
      ...dueIndexKeys(offer.until, offer.id),
      [entityAttribute]: offerEntity,
      ...offer,
      ...bookedDateAttributes(dates),
    },
    ConditionExpression: 'attribute_not_exists(PK)',
  },
});

interface OfferEnding {
  readonly state: Exclude<StoredOffer['state'], 'open'>;
  readonly at: Instant;
  /** The attempt that takes it, on the terms that the offer has then. */
  readonly attempt?: StoredOffer['taken_by'];
}

const takenTerms = ({ price, discounts, dates, calendar_version }: StoredOffer) => {
  const { first_session, session_offsets } = bookedDateAttributes(dates);
  return {
    update: `, taken_by = :attempt, price = :price, first_session = :first, session_offsets = :offsets, calendar_version = :calendar${discounts ? ', discounts = :discounts' : ''}`,
    values: {
      ':price': price,
      ...(discounts && { ':discounts': discounts }),
      ':first': first_session,
      ':offsets': session_offsets,
      ':calendar': calendar_version,
    },
  };
};

/** The write that ends an offer; refused, with the stored offer, where it ended before (WAI-09). */
export const offerEndUpdate = (
  table: Table,
  offer: StoredOffer,
  { state, at, attempt }: OfferEnding,
): Write => {
  const index = indexedBy(waitingIndexKeys(offer.parent_id, offer.id));
  const terms = attempt ? takenTerms(offer) : { update: '', values: {} };
  return {
    Update: {
      TableName: table.name,
      Key: offerKey(offer.id),
      ConditionExpression: '#state = :open',
      UpdateExpression: `SET #state = :state, ${index.sets}, #expiry = :expiry${terms.update}`,
      ExpressionAttributeNames: { '#state': 'state', '#expiry': tableSchema.timeToLiveAttribute },
      ExpressionAttributeValues: {
        ':open': 'open',
        ':state': state,
        ...index.values,
        ':expiry': toEpochSeconds(new Date(Date.parse(at) + endedOfferLifetimeDays * dayMs)),
        ...(attempt && { ':attempt': attempt }),
        ...terms.values,
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
};

/** The write that makes a taken offer a declined one; refused where another attempt has taken it, or it was given back. */
export const offerGiveBackUpdate = (table: Table, { id, taken_by }: StoredOffer): Write => ({
  Update: {
    TableName: table.name,
    Key: offerKey(id),
    ConditionExpression: '#state = :taken AND taken_by = :attempt',
    UpdateExpression: 'SET #state = :declined',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':taken': 'taken', ':attempt': taken_by, ':declined': 'declined' },
  },
});

/** An offer, ended ones included; undefined where there is none. One consistent read. */
export const getOffer = (table: Table, id: OfferId): Promise<StoredOffer | undefined> =>
  getItem(table, offerRef(id));

/** Deletes an offer that ended, with the names of its children. Its links find nothing any more. */
export const deleteOffer = async (table: Table, id: OfferId): Promise<void> => {
  await deleteItem(table, { TableName: table.name, Key: offerKey(id) });
};

/** Offers by id, without those that do not exist. */
export const readOffers = async (table: Table, ids: readonly OfferId[]): Promise<StoredOffer[]> => {
  if (ids.length === 0) return [];
  const read = await batchRead(table, ids.map(offerRef), { consistent: true });
  return ids.flatMap((id) => read(offerRef(id)) ?? []);
};

/**
 * Makes a link to an offer and stores its hash.
 * @param email which one the link is for
 * @returns the secret of 256 random bits, which is stored nowhere
 */
export const createOfferLink = async (table: Table, offer: StoredOffer, email?: string): Promise<string> => {
  const secret = newSecret('offer');
  const end = new Date(Date.parse(offer.until) + endedOfferLifetimeDays * dayMs);
  await putItem(table, {
    TableName: table.name,
    Item: {
      ...offerLinkKey(offer.id, secret),
      ...accountLinkKeys(offer.parent_id, 'offer'),
      [entityAttribute]: 'offer-link',
      kind: 'offer',
      ...(email && { email }),
      [tableSchema.timeToLiveAttribute]: toEpochSeconds(end),
    },
  });
  return secret;
};

/**
 * Makes the link to an offer or a kept place for one email. An email that is made again, because it could not be sent, or its
 * run was interrupted before, gets a new link in place of the first: however often that happens, an offer has one link for each
 * email.
 */
export const replaceOfferLink = async (table: Table, offer: StoredOffer, email: string): Promise<string> => {
  const links = await queryAll(table, {
    ...inPartition(offerLinksPartition(offer.id)),
    ConsistentRead: true,
  });
  for (const link of links)
    if (link.email === email)
      await deleteItem(table, { TableName: table.name, Key: { PK: link.PK, SK: link.SK } });
  return createOfferLink(table, offer, email);
};

export const offerLinkRef = (offerId: OfferId, secret: string): ItemRef<true> => ({
  key: offerLinkKey(offerId, secret),
  fromItem: () => true,
});

/** The offer of a link, also after its end; undefined for a link that is none. One round trip. */
export const findOfferByLink = async (
  table: Table,
  { offer_id, secret }: { readonly offer_id: OfferId; readonly secret: string },
): Promise<StoredOffer | undefined> => {
  const [offer, link] = [offerRef(offer_id), offerLinkRef(offer_id, secret)];
  const read = await batchRead(table, [offer, link], { consistent: true });
  return read(link) && read(offer);
};
