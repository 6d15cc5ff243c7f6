import type { ClassDraft } from '#shared/classes/class-input';
import { businessMoment } from '#shared/lib/business-time';
import type { ClassId, MessageId, UserId } from '#shared/lib/ids';
import { ascending } from '#shared/lib/text';
import { type Instant, instantOf } from '#shared/lib/values';
import type { MessageOf } from '#shared/messages/message';
import type { TimeSlot } from '#shared/sessions/slot';
import { renewable } from '#shared/terms/renewals';
import { listBookingsOfSlot } from '../booking/bookings.ts';
import { getManagedClass } from '../classes/classes.ts';
import { getDraft } from '../classes/drafts.ts';
import { publishAsClass } from '../classes/steps.ts';
import { asVenue, getVenue } from '../classes/venues.ts';
import { waitForAll } from '../lib/clock.ts';
import { ContentionError } from '../lib/contention.ts';
import type { MessengerDeps, TimedDeps } from '../lib/deps.ts';
import { log } from '../lib/log.ts';
import { publishedInParallel } from '../limits.ts';
import { type Addressee, type Prepare, type PreparedMessage, toFamilies } from '../messages/to-families.ts';
import { readListedSlot } from '../waiting/ask-list.ts';
import { presentOffer, readOfferedSlots } from '../waiting/offer-facts.ts';
import {
  listRenewals,
  readOffers,
  replaceOfferLink,
  type StoredOffer,
  type StoredRenewal,
} from '../waiting/offers.ts';
import { type RenewalToAnswer, renewalEmail, renewalEndedEmail } from './emails.ts';
import {
  listRenewalsOfPublication,
  listWithoutRoom,
  makeRenewal,
  readRenewableBookings,
  readRenewingChildren,
  releaseReserved,
} from './renewals.ts';

type Publication = MessageOf<'next-term'>;

// A draft whose venue is gone stays a draft.
const publish = async (
  draft: ClassDraft,
  { made_by, facts }: Publication,
  deps: TimedDeps,
): Promise<void> => {
  const { table } = deps;
  const venue = await getVenue(table, draft.form.venue_id);
  if (!venue || venue.deleting !== undefined) {
    log.info('term.not-published', { class: draft.id, reason: 'venue-gone' });
    return;
  }
  const { planned_from } = draft;
  const before = planned_from && facts.until && (await getManagedClass(table, planned_from.class_id));
  const slots = draft.form.time_slots.map((slot, index) => ({ ...slot, index }));
  const kept = before ? await readRenewableBookings(table, before, slots) : [];
  const reserved = slots.map(({ index }) => {
    const own = kept.find(({ next }) => next?.index === index);
    return own && { places: own.held.length, from: own.slot.id };
  });
  const by = made_by ?? draft.created_by;
  const published = await publishAsClass(draft, { venue: asVenue(venue), by, reserved }, deps);
  if (!published) throw new ContentionError('A draft or its venue changed while it was published');
};

// Oldest bookings get their offers first, then the rest is opened. The slot itself names for whom places are reserved.
const keepInSlot = async (
  { class_id, id }: TimeSlot,
  { deadline, messageId }: { readonly deadline: Instant; readonly messageId: MessageId },
  { table, clock, timeZone }: TimedDeps,
): Promise<void> => {
  let listed = await readListedSlot(table, class_id, id);
  const before = listed?.slot.reserved_for;
  if (!before || listed?.slot.reserved === 0) return;
  const queue = renewable(await listBookingsOfSlot(table, before, { consistent: true }));
  const childOf = await readRenewingChildren(table, queue);
  while (listed && !listed.slot.closed && listed.slot.reserved > 0) {
    const moment = businessMoment(clock(), timeZone);
    const booking = queue[0];
    const child = booking && childOf(booking.parent_id, booking.child_id);
    const outcome = booking
      ? child && (await makeRenewal(table, { listed, booking, child, deadline, messageId }, moment)).outcome
      : (await releaseReserved(table, listed.slot, instantOf(moment.now))).outcome;
    if (outcome === 'busy') throw new ContentionError('Contention on a slot of the next term persisted');
    if (outcome !== 'again') queue.shift();
    // Each step changes what the next one requires.
    if (outcome) listed = await readListedSlot(table, class_id, id);
  }
};

/**
 * Publishes a planned class, and offers its place to each child with a live full booking in the class before (TRM-03). Each
 * step is one transaction: the whole may be interrupted anywhere and called again.
 * @throws ContentionError where contention persisted
 */
export const publishAndKeep = async (
  classId: ClassId,
  publication: Publication,
  deps: TimedDeps,
): Promise<void> => {
  const { table } = deps;
  const { until } = publication.facts;
  const draft = await getDraft(table, classId);
  if (draft) await publish(draft, publication, deps);
  const cls = until && (await getManagedClass(table, classId));
  if (!cls) return;
  const keeping = { deadline: until, messageId: publication.id };
  await waitForAll(cls.time_slots.map((slot) => keepInSlot(slot, keeping, deps)));
};

// Puts the children for whom no place was kept on the waiting lists, in the order of their bookings (TRM-11). Called again
// after an interruption it lists nobody twice; who was listed, and left, is not listed again once the first run ended.
const listThoseWithoutRoom = async (
  classId: ClassId,
  { facts, created_at }: Publication,
  { table, clock }: TimedDeps,
): Promise<void> => {
  const cls = facts.until && (await getManagedClass(table, classId));
  if (!cls) return;
  for (const { id } of cls.time_slots) {
    const listed = await readListedSlot(table, classId, id);
    const before = listed?.slot.reserved_for;
    if (!before || listed.slot.closed) continue;
    const bookings = renewable(await listBookingsOfSlot(table, before, { consistent: true }));
    const [booking] = bookings;
    if (!booking) continue;
    const kept = new Set((await listRenewals(table, booking.class_id)).map(({ booking_id }) => booking_id));
    for (const [place, left] of bookings.entries()) {
      if (kept.has(left.id)) continue;
      // These families are in front of everybody who joins, in this order.
      const since = instantOf(new Date(Date.parse(created_at) + place));
      const { outcome } = await listWithoutRoom(table, { listed, booking: left, since }, clock());
      if (outcome === 'busy') throw new ContentionError('Contention on a slot of the next term persisted');
    }
  }
};

interface RenewalOfChild {
  readonly offer: { readonly children: readonly Pick<StoredOffer['children'][number], 'date_of_birth'>[] };
}

// A place is kept for one child.
const oldestChildFirst = ({ offer: one }: RenewalOfChild, { offer: other }: RenewalOfChild): number =>
  ascending(one.children[0]?.date_of_birth ?? '', other.children[0]?.date_of_birth ?? '');

// Without those past their deadline (TRM-11). Each account gets its own link, made immediately before.
const readRenewals = async (
  renewals: readonly StoredRenewal[],
  to: readonly Addressee[],
  email: MessageId,
  { table, clock, timeZone }: MessengerDeps,
): Promise<ReadonlyMap<UserId, readonly RenewalToAnswer[]>> => {
  const moment = businessMoment(clock(), timeZone);
  const offers = (
    await readOffers(
      table,
      renewals.map(({ offer_id }) => offer_id),
    )
  ).filter(({ state, until }) => state === 'open' && moment.now < new Date(until));
  const slotOf = await readOfferedSlots(table, offers);
  const places = await Promise.all(
    offers.flatMap((offer) =>
      to
        .filter(({ familyId }) => familyId === offer.parent_id)
        .map(async ({ account: { id: account } }): Promise<(RenewalToAnswer & { readonly to: UserId })[]> => {
          const offered = slotOf(offer);
          if (!offered) return [];
          const secret = await replaceOfferLink(table, offer, { account, email });
          const link = { offer_id: offer.id, secret };
          return [{ offer: presentOffer(offer, offered, moment), ...offered, link, to: account }];
        }),
    ),
  );
  return Map.groupBy(places.flat().toSorted(oldestChildFirst), (place) => place.to);
};

// One email for each family that has not answered, for all of its children (TRM-04).
const toRenewing = async (
  { id: email, kind, audience: term }: MessageOf<'next-term' | 'renewal-reminder'>,
  publication: MessageId,
  deps: MessengerDeps,
): Promise<PreparedMessage> => {
  const isReminder = email !== publication;
  const open = await listRenewalsOfPublication(deps.table, { ...term, publication, state: 'open' });
  return toFamilies(
    kind,
    open.map(({ parent_id }) => parent_id),
    deps,
    async (to) => {
      const concerned = new Set(to.map(({ familyId }) => familyId));
      const places = await readRenewals(
        open.filter(({ parent_id }) => concerned.has(parent_id)),
        to,
        email,
        deps,
      );
      const moment = businessMoment(deps.clock(), deps.timeZone);
      return ({ account }) => {
        const [first, ...rest] = places.get(account.id) ?? [];
        return first && renewalEmail([first, ...rest], { isReminder, moment, siteUrl: deps.siteUrl });
      };
    },
  );
};

/**
 * Publishes the classes of a term, keeps places, lists who finds no room, and tells each family once about all its children
 * (TRM-03, TRM-04, TRM-11). It may be interrupted anywhere and called again.
 */
export const prepareNextTerm: Prepare<'next-term'> = async (message, deps) => {
  const { class_ids } = message.audience;
  for (let from = 0; from < class_ids.length; from += publishedInParallel) {
    const part = class_ids.slice(from, from + publishedInParallel);
    await waitForAll(
      part.map(async (id) => {
        await publishAndKeep(id, message, deps);
        await listThoseWithoutRoom(id, message, deps);
      }),
    );
  }
  return toRenewing(message, message.id, deps);
};

export const prepareRenewalReminder: Prepare<'renewal-reminder'> = (message, deps) =>
  toRenewing(message, message.facts.publication, deps);

/** Each family is told once about all places that ran out (TRM-11). */
export const prepareRenewalEnded: Prepare<'renewal-ended'> = async ({ audience, facts }, deps) => {
  const { table, siteUrl } = deps;
  const { publication, until } = facts;
  const ended = await listRenewalsOfPublication(table, { ...audience, publication, state: 'expired' });
  const offers = await readOffers(
    table,
    ended.map(({ offer_id }) => offer_id),
  );
  const own = offers.filter((offer) => offer.until === until);
  return toFamilies(
    'renewal-ended',
    own.map(({ parent_id }) => parent_id),
    deps,
    async (to) => {
      const concerned = own.filter(({ parent_id }) => to.some(({ familyId }) => familyId === parent_id));
      const slotOf = await readOfferedSlots(table, concerned);
      const places = concerned.flatMap((offer) => {
        const offered = slotOf(offer);
        return offered ? [{ offer, ...offered }] : [];
      });
      const byFamily = Map.groupBy(places.toSorted(oldestChildFirst), ({ offer }) => offer.parent_id);
      return ({ familyId }) => {
        const [first, ...rest] = byFamily.get(familyId) ?? [];
        return first && renewalEndedEmail([first, ...rest], siteUrl);
      };
    },
  );
};
