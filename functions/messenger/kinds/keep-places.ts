import { renewable } from '#shared/domain/terms/renewals';
import { businessMoment } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { ClassDraft } from '#shared/schemas/class-draft';
import type { ClassId, MessageId } from '#shared/schemas/ids';
import type { MessageOf } from '#shared/schemas/message';
import type { TimeSlot } from '#shared/schemas/slot';
import type { Instant } from '#shared/schemas/values';
import { allEnded } from '../../all-ended.ts';
import { ContentionError } from '../../contention-error.ts';
import { listBookingsOfSlot } from '../../data/bookings/bookings.ts';
import { getDraft } from '../../data/classes/drafts.ts';
import { getManagedClass } from '../../data/classes/managed-classes.ts';
import { readRenewingChildren } from '../../data/joins/renewing-children.ts';
import { asVenue, getVenue } from '../../data/venues/venues.ts';
import { readListedSlot } from '../../data/waiting/ask-list.ts';
import { listWithoutRoom, makeRenewal, releaseReserved } from '../../data/waiting/make-renewal.ts';
import { listRenewals } from '../../data/waiting/renewals.ts';
import { publishAsClass } from '../../lib/publish-as-class.ts';
import { readKeptBookings } from '../../lib/terms/kept-bookings.ts';
import { log } from '../../log.ts';
import type { TimedDeps } from '../../timed-deps.ts';

type Publication = MessageOf<'next-term'>;

/** Publishes a draft with the places that are kept. A draft whose venue is gone stays one. */
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
  const kept = before ? await readKeptBookings(table, before, slots) : [];
  const reserved = slots.map(({ index }) => {
    const own = kept.find(({ next }) => next?.index === index);
    return own && { places: own.held.length, from: own.slot.id };
  });
  const by = made_by ?? draft.created_by;
  const published = await publishAsClass(draft, { venue: asVenue(venue), by, reserved }, deps);
  if (!published) throw new ContentionError('A draft or its venue changed while it was published');
};

/**
 * Makes the offers of one slot, those of the oldest bookings first, then opens what is left. The slot names whose places they
 * are: neither class has to be as it was when places were reserved.
 */
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
      ? child && (await makeRenewal(table, { listed, booking, child, deadline, messageId }, moment))
      : await releaseReserved(table, listed.slot, instantOf(moment.now));
    if (outcome === 'busy') throw new ContentionError('Contention on a slot of the next term persisted');
    if (outcome !== 'again') queue.shift();
    // Each step changes what the next one requires.
    if (outcome) listed = await readListedSlot(table, class_id, id);
  }
};

/**
 * Publishes a planned class, and gives each child with a live full booking in the class before an offer of its place
 * (TRM-03). Each step is one transaction: the whole may be interrupted anywhere and called again.
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
  await allEnded(cls.time_slots.map((slot) => keepInSlot(slot, keeping, deps)));
};

/**
 * Puts the children of a class for whom no place was kept in the next one on its waiting lists, in the order of their bookings
 * (TRM-11). Called again after an interruption it lists nobody twice; who was listed, and left, is not listed again once the
 * first run ended.
 */
export const listThoseWithoutRoom = async (
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
      // They are in front of everybody who joins, in this order.
      const since = instantOf(new Date(Date.parse(created_at) + place));
      const outcome = await listWithoutRoom(table, { listed, booking: left, since }, clock());
      if (outcome === 'busy') throw new ContentionError('Contention on a slot of the next term persisted');
    }
  }
};
