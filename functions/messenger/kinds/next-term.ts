import { ascending } from '#shared/domain/lists/ascending';
import { businessMoment } from '#shared/domain/time/business-time';
import type { MessageId, UserId } from '#shared/schemas/ids';
import type { MessageOf } from '#shared/schemas/message';
import { allEnded } from '../../all-ended.ts';
import { listKept } from '../../data/waiting/kept-places.ts';
import { readOfferedSlots } from '../../data/waiting/offered-slots.ts';
import { presentOffer } from '../../data/waiting/present-offer.ts';
import type { StoredRenewal } from '../../data/waiting/renewals.ts';
import { readOffers, replaceOfferLink, type StoredOffer } from '../../data/waiting/stored-offer.ts';
import { type RenewedPlace, renewalEmail, renewalEndedEmail } from '../../lib/email/templates/renewal.ts';
import { publishedInParallel } from '../../limits.ts';
import type { MessengerDeps } from '../deps.ts';
import { listThoseWithoutRoom, publishAndKeep } from './keep-places.ts';
import type { Prepare, PreparedMessage } from './prepared.ts';
import { toFamilies } from './to-families.ts';

interface PlaceOfChild {
  readonly offer: { readonly children: readonly Pick<StoredOffer['children'][number], 'date_of_birth'>[] };
}

/** A place is kept for one child. */
const oldestChildFirst = ({ offer: one }: PlaceOfChild, { offer: other }: PlaceOfChild): number =>
  ascending(one.children[0]?.date_of_birth ?? '', other.children[0]?.date_of_birth ?? '');

/**
 * The places of some families as they are now, none whose deadline has passed (TRM-11), with a link to the page of all of them, made
 * immediately before.
 */
const readPlaces = async (
  renewals: readonly StoredRenewal[],
  email: MessageId,
  { table, clock, timeZone }: MessengerDeps,
): Promise<ReadonlyMap<UserId, readonly RenewedPlace[]>> => {
  const moment = businessMoment(clock(), timeZone);
  const offers = (
    await readOffers(
      table,
      renewals.map(({ offer_id }) => offer_id),
    )
  ).filter(({ state, until }) => state === 'open' && moment.now < new Date(until));
  const slotOf = await readOfferedSlots(table, offers);
  const places = await Promise.all(
    offers.map(async (offer): Promise<RenewedPlace[]> => {
      const offered = slotOf(offer);
      if (!offered) return [];
      const link = { offer_id: offer.id, secret: await replaceOfferLink(table, offer, email) };
      return [{ offer: presentOffer(offer, offered, moment), ...offered, link }];
    }),
  );
  return Map.groupBy(places.flat().toSorted(oldestChildFirst), ({ offer }) => offer.parent_id);
};

/** One email for each family that has not answered, for all of its children (TRM-04). */
const toRenewing = async (
  { id: email, audience: term }: MessageOf<'next-term' | 'renewal-reminder'>,
  publication: MessageId,
  deps: MessengerDeps,
): Promise<PreparedMessage> => {
  const isReminder = email !== publication;
  const open = await listKept(deps.table, { ...term, publication, state: 'open' });
  return toFamilies(
    open.map(({ parent_id }) => parent_id),
    deps,
    async (ids) => {
      const concerned = new Set(ids);
      const places = await readPlaces(
        open.filter(({ parent_id }) => concerned.has(parent_id)),
        email,
        deps,
      );
      const moment = businessMoment(deps.clock(), deps.timeZone);
      return ({ id }) => {
        const [first, ...rest] = places.get(id) ?? [];
        return first && renewalEmail([first, ...rest], { isReminder, moment, siteUrl: deps.siteUrl });
      };
    },
  );
};

/**
 * Publishes the classes of a term, keeps places in them, lists who finds no room, and tells each family once, with the places of
 * all its children (TRM-03, TRM-04, TRM-11). It may be interrupted anywhere and called again.
 */
export const prepareNextTerm: Prepare<'next-term'> = async (message, deps) => {
  const { class_ids } = message.audience;
  for (let from = 0; from < class_ids.length; from += publishedInParallel) {
    const part = class_ids.slice(from, from + publishedInParallel);
    await allEnded(
      part.map(async (id) => {
        await publishAndKeep(id, message, deps);
        await listThoseWithoutRoom(id, message, deps);
      }),
    );
  }
  return toRenewing(message, message.id, deps);
};

/** Reminds the families that have not answered (TRM-04). */
export const prepareRenewalReminder: Prepare<'renewal-reminder'> = (message, deps) =>
  toRenewing(message, message.facts.publication, deps);

/** Tells the families that let places run out, each once about all of them (TRM-11). */
export const prepareRenewalEnded: Prepare<'renewal-ended'> = async ({ audience, facts }, deps) => {
  const { table, siteUrl } = deps;
  const { publication, until } = facts;
  const ended = await listKept(table, { ...audience, publication, state: 'expired' });
  const offers = await readOffers(
    table,
    ended.map(({ offer_id }) => offer_id),
  );
  const own = offers.filter((offer) => offer.until === until);
  return toFamilies(
    own.map(({ parent_id }) => parent_id),
    deps,
    async (ids) => {
      const concerned = own.filter(({ parent_id }) => ids.includes(parent_id));
      const slotOf = await readOfferedSlots(table, concerned);
      const places = concerned.flatMap((offer) => {
        const offered = slotOf(offer);
        return offered ? [{ offer, ...offered }] : [];
      });
      const byFamily = Map.groupBy(places.toSorted(oldestChildFirst), ({ offer }) => offer.parent_id);
      return ({ id }) => {
        const [first, ...rest] = byFamily.get(id) ?? [];
        return first && renewalEndedEmail([first, ...rest], siteUrl);
      };
    },
  );
};
