import { ascending } from '#shared/domain/lists/ascending';
import { businessMoment } from '#shared/domain/time/business-time';
import type { MessageId, UserId } from '#shared/schemas/ids';
import type { MessageOf } from '#shared/schemas/message';
import { allEnded } from '../../all-ended.ts';
import { listManagedClasses } from '../../data/classes/managed-classes.ts';
import { readOfferedSlots } from '../../data/waiting/offered-slots.ts';
import { presentOffer } from '../../data/waiting/present-offer.ts';
import { listRenewals, type StoredRenewal } from '../../data/waiting/renewals.ts';
import { createOfferLink, readOffers } from '../../data/waiting/stored-offer.ts';
import { type RenewedPlace, renewalEmail } from '../../lib/email/templates/renewal.ts';
import { publishedInParallel } from '../../limits.ts';
import type { MessengerDeps } from '../deps.ts';
import { publishAndKeep } from './keep-places.ts';
import type { Prepare, PreparedMessage } from './prepared.ts';
import { toFamilies } from './to-families.ts';

type Term = MessageOf<'next-term'>['audience'];

/**
 * The places that a publication kept and that wait for an answer. One Query for the classes, and one for each class before.
 */
const listOpen = async (
  { class_ids }: Term,
  publication: MessageId,
  { table }: Pick<MessengerDeps, 'table'>,
): Promise<StoredRenewal[]> => {
  const chosen = new Set(class_ids);
  const classes = await listManagedClasses(table, { consistent: true });
  const before = classes.flatMap(({ id, planned_from }) =>
    planned_from && chosen.has(id) ? planned_from.class_id : [],
  );
  const kept = await Promise.all([...new Set(before)].map((id) => listRenewals(table, id)));
  return kept.flat().filter(({ message_id, state }) => state === 'open' && message_id === publication);
};

/** The places of some families as they are now, with a link to the page of all of them, made immediately before. */
const readPlaces = async (
  renewals: readonly StoredRenewal[],
  { table, clock, timeZone }: MessengerDeps,
): Promise<ReadonlyMap<UserId, readonly RenewedPlace[]>> => {
  const moment = businessMoment(clock(), timeZone);
  const offers = (
    await readOffers(
      table,
      renewals.map(({ offer_id }) => offer_id),
    )
  ).filter(({ state }) => state === 'open');
  const slotOf = await readOfferedSlots(table, offers);
  const places = await Promise.all(
    offers.map(async (offer): Promise<RenewedPlace[]> => {
      const offered = slotOf(offer);
      if (!offered) return [];
      const link = { offer_id: offer.id, secret: await createOfferLink(table, offer) };
      return [{ offer: presentOffer(offer, offered, moment), ...offered, link }];
    }),
  );
  const oldestFirst = places
    .flat()
    .toSorted(({ offer: one }, { offer: other }) =>
      ascending(one.children[0]?.date_of_birth ?? '', other.children[0]?.date_of_birth ?? ''),
    );
  return Map.groupBy(oldestFirst, ({ offer }) => offer.parent_id);
};

/** One email for each family that has not answered, for all of its children (TRM-04). */
const toRenewing = async (
  term: Term,
  publication: MessageId,
  isReminder: boolean,
  deps: MessengerDeps,
): Promise<PreparedMessage> => {
  const open = await listOpen(term, publication, deps);
  return toFamilies(
    open.map(({ parent_id }) => parent_id),
    deps,
    async (ids) => {
      const concerned = new Set(ids);
      const places = await readPlaces(
        open.filter(({ parent_id }) => concerned.has(parent_id)),
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
 * Publishes the classes of a term, keeps places in them, and tells each family once, with the places of all its children
 * (TRM-03, TRM-04). It may be interrupted anywhere and called again.
 */
export const prepareNextTerm: Prepare<'next-term'> = async (message, deps) => {
  const { class_ids } = message.audience;
  for (let from = 0; from < class_ids.length; from += publishedInParallel) {
    const part = class_ids.slice(from, from + publishedInParallel);
    await allEnded(part.map((id) => publishAndKeep(id, message, deps)));
  }
  return toRenewing(message.audience, message.id, false, deps);
};

/** Reminds the families that have not answered (TRM-04). */
export const prepareRenewalReminder: Prepare<'renewal-reminder'> = ({ audience, facts }, deps) =>
  toRenewing(audience, facts.publication, true, deps);
