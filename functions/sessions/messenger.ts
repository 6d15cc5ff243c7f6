import { businessMoment, toCalendarDate } from '#shared/lib/business-time';
import { hourMs } from '#shared/lib/durations';
import type { FamilyId, UserId } from '#shared/lib/ids';
import type { CalendarDate } from '#shared/lib/values';
import type { MessageOf } from '#shared/messages/message';
import { paths } from '#shared/paths';
import { policies } from '#shared/policies';
import type { SessionKey } from '#shared/sessions/admin-routes';
import { changesOf, hasBegun } from '#shared/sessions/sessions';
import type { Member } from '../accounts/stored-families.ts';
import { createDayLink } from '../booking/booking-changes.ts';
import { listBookingsOfSlots } from '../booking/bookings.ts';
import { slotIn } from '../classes/change-sessions.ts';
import { getManagedClass } from '../classes/classes.ts';
import type { MessengerDeps } from '../lib/deps.ts';
import { timeOfId } from '../lib/ids.ts';
import { cancellationCompletionMs } from '../limits.ts';
import { type DayPlace, listPlacesOn } from '../messages/audience.ts';
import { type Addressee, type Prepare, toAccounts, toFamilies, toPeople } from '../messages/to-families.ts';
import { listCancellations, type StoredCancellation } from './cancellations.ts';
import { type ClassSession, listCovers, readCoachIds, readSessionCoaches } from './covers.ts';
import {
  coachingChangedEmail,
  remedyChosenEmail,
  type SessionPlace,
  sessionReminderEmail,
  sessionRestoredEmail,
  sessionsCancelledEmail,
} from './emails.ts';
import {
  bookingsInCancelled,
  type CancelledInClass,
  type CancelledPlace,
  listCancelledPlaces,
  readCancelledSession,
  settleCancellation,
  settleCredits,
} from './settle-cancellation.ts';

// The cancellations that belong to a message.
// @throws Error while the request that made the message may still be cancelling sessions of other classes: one email names
// all of a family's
const ownCancellations = async (
  { id, audience, created_at }: MessageOf<'session-cancelled'>,
  { table, clock }: MessengerDeps,
): Promise<StoredCancellation[]> => {
  const all = await Promise.all(audience.sessions.map((session) => listCancellations(table, session)));
  const own = all.flat().filter(({ message_id }) => message_id === id);
  // The message of another request tells what that request cancelled.
  const isComplete = all.every((cancellations) =>
    cancellations.some(({ message_id, restored_by }) => message_id === id || restored_by === undefined),
  );
  if (!isComplete && clock().getTime() - Date.parse(created_at) < cancellationCompletionMs)
    throw new Error('The cancellation is not complete yet');
  return own;
};

/** Moves trials and credits first: the emails say what came of it. Reads anew: no email cancels what was brought back. */
export const prepareSessionCancelled: Prepare<'session-cancelled'> = async (message, deps) => {
  const cancellations = await ownCancellations(message, deps);
  for (const cancellation of cancellations)
    if (!cancellation.is_settled) await settleCancellation(cancellation, deps);
  const places: CancelledPlace[] = [];
  const sessions: CancelledInClass[] = [];
  for (const cancellation of await ownCancellations(message, deps)) {
    const session = await readCancelledSession(deps.table, cancellation);
    if (!session) continue;
    sessions.push(session);
    places.push(...(await listCancelledPlaces(deps.table, cancellation, session)));
  }
  const coached = await readSessionCoaches(deps.table, sessions);
  return toPeople('session-cancelled', places, coached, deps, (own) =>
    sessionsCancelledEmail(own, message.facts, deps.siteUrl),
  );
};

type FamilyPlace = SessionPlace & { readonly parentId: FamilyId; readonly age: number };

// Undefined where it was cancelled again or has begun, unless the removed make-up date is still to come (JOB-05).
const readRestored = async (
  session: SessionKey,
  { id: messageId, facts: { removed_make_up } }: MessageOf<'session-restored'>,
  deps: MessengerDeps,
): Promise<{ readonly places: FamilyPlace[]; readonly session: ClassSession } | undefined> => {
  const cls = await getManagedClass(deps.table, session.class_id);
  const slot = cls && slotIn(cls, session.slot_id);
  const cancellation = (await listCancellations(deps.table, session)).find(
    ({ restored_by }) => restored_by === messageId,
  );
  if (!cls || !slot || !cancellation) return undefined;
  const { date } = session;
  const bookings = await listBookingsOfSlots(deps.table, cls.time_slots);
  await settleCredits(deps, { cls, slot, date }, bookings);
  if (changesOf(cls, slot).get(date)?.state === 'cancelled') return undefined;
  const moment = businessMoment(deps.clock(), deps.timeZone);
  if ([date, removed_make_up ?? date].every((day) => hasBegun(day, slot, moment))) return undefined;
  const places = bookingsInCancelled(bookings, cls, cancellation).map(
    ({ parent_id, child_name, child_age }) => ({
      parentId: parent_id,
      child: child_name,
      age: child_age,
      cls,
      slot,
      date,
    }),
  );
  return { places, session: { cls, slot, date } };
};

/** Settles the credits of live bookings before the emails (CAN-11). */
export const prepareSessionRestored: Prepare<'session-restored'> = async (message, deps) => {
  const { audience, facts } = message;
  const places: FamilyPlace[] = [];
  const sessions: ClassSession[] = [];
  for (const session of audience.sessions) {
    const restored = await readRestored(session, message, deps);
    if (!restored) continue;
    places.push(...restored.places);
    sessions.push(restored.session);
  }
  const coached = await readSessionCoaches(deps.table, sessions);
  return toPeople('session-restored', places, coached, deps, (own) =>
    sessionRestoredEmail(own, facts, deps.siteUrl),
  );
};

/** Gives credits before the emails (CAN-03). No email where the session was brought back, or the make-up has begun (JOB-05). */
export const prepareRemedyChosen: Prepare<'remedy-chosen'> = async ({ audience, facts }, deps) => {
  const moment = businessMoment(deps.clock(), deps.timeZone);
  const places: CancelledPlace[] = [];
  const sessions: CancelledInClass[] = [];
  for (const session of audience.sessions) {
    const cancellation = (await listCancellations(deps.table, session)).find(
      ({ calendar_version }) => calendar_version === facts.calendar_version,
    );
    if (!cancellation) continue;
    // A credit that was chosen after the emails about the cancellation is still to be given.
    await settleCancellation(cancellation, deps);
    const cancelled = await readCancelledSession(deps.table, cancellation);
    if (!cancelled) continue;
    const { remedy, slot } = cancelled;
    if (remedy.kind === 'make-up' && hasBegun(remedy.date, slot, moment)) continue;
    // A credit means nothing to the coaches.
    if (remedy.kind === 'make-up') sessions.push(cancelled);
    places.push(...(await listCancelledPlaces(deps.table, cancellation, cancelled)));
  }
  const remedied = places.filter(({ outcome: { kind } }) => kind === 'make-up' || kind === 'credit');
  const coached = await readSessionCoaches(deps.table, sessions);
  return toPeople('remedy-chosen', remedied, coached, deps, (own) => remedyChosenEmail(own, deps.siteUrl));
};

/**
 * Tells each coach of one change, once (COA-02). It is left out for who has lost the role since, where a later change took
 * it back, which has a message of its own, and after the day of the session or the last day of the class (JOB-05).
 */
export const prepareCoachingChanged: Prepare<'coaching-changed'> = async (
  { audience, facts },
  { table, siteUrl, clock, timeZone },
) => {
  const { session, assigned, removed, kept } = facts;
  const recipients = [...assigned, ...removed, ...kept];
  const today = toCalendarDate(clock(), timeZone);
  return toAccounts(recipients, { table }, async () => {
    const [coaches, cls, covers] = await Promise.all([
      readCoachIds(table),
      getManagedClass(table, audience.class_id),
      session ? listCovers(table, session.date) : [],
    ]);
    const cover = covers.find(({ slot_id, date }) => slot_id === session?.slot_id && date === session.date);
    const isGone = !cls || cls.deleting;
    const isOver = (session?.date ?? cls?.end_date ?? today) < today;
    const present: readonly UserId[] = isGone ? [] : ((session ? cover : cls)?.coach_ids ?? []);
    return ({ account: { id } }) => {
      if (isOver || !coaches.has(id)) return undefined;
      if (assigned.includes(id))
        return present.includes(id) ? coachingChangedEmail('assigned', facts, siteUrl) : undefined;
      if (removed.includes(id))
        return present.includes(id) ? undefined : coachingChangedEmail('removed', facts, siteUrl);
      return coachingChangedEmail('kept', facts, siteUrl);
    };
  });
};

// Booked so lately that its family needs no reminder. The session of an upgraded trial was booked with the trial.
const isNew = ({ booking, session: { part } }: DayPlace, now: Date): boolean => {
  const { trial } = part;
  const bookedAt = trial ? timeOfId(trial.booking_id) : new Date(booking.created_at);
  return now.getTime() - bookedAt.getTime() < policies.sessionReminders.hoursSinceBooking * hourMs;
};

// Every family is reminded of a trial and of a booking's first session.
const isForEverybody = ({ booking, session }: DayPlace): boolean => booking.is_trial || session.isFirst;

const remindedPlaces = async (
  day: CalendarDate,
  { table, clock, timeZone }: MessengerDeps,
): Promise<ReadonlyMap<FamilyId, readonly DayPlace[]>> => {
  const moment = businessMoment(clock(), timeZone);
  const places = (await listPlacesOn(table, day)).filter(
    (place) => !isNew(place, moment.now) && !hasBegun(day, place.slot, moment),
  );
  return Map.groupBy(places, ({ booking }) => booking.parent_id);
};

/** Each adult gets one email with a link to say who does not come (MSG-05, ABS-01), about the sessions it chose. */
export const prepareSessionReminder: Prepare<'reminder'> = async ({ audience: { date } }, deps) => {
  const byFamily = await remindedPlaces(date, deps);
  const placesFor = (familyId: FamilyId, account: Member | undefined): readonly DayPlace[] =>
    (byFamily.get(familyId) ?? []).filter(
      (place) => isForEverybody(place) || account?.remind_every_session === true,
    );
  const isConcerned = (familyId: FamilyId, account: Member | undefined): boolean =>
    placesFor(familyId, account).length > 0;
  const readContent = async (to: readonly Addressee[]) => {
    const concerned = to.filter(({ familyId, account }) => isConcerned(familyId, account));
    const secrets = await Promise.all(
      concerned.map(async ({ familyId, account: { id } }) => {
        const secret = await createDayLink(deps.table, { parent_id: familyId, date, account: id });
        return [id, secret] as const;
      }),
    );
    const linkOf = new Map(secrets.map(([id, secret]) => [id, paths.notComingLink(secret)]));
    return ({ familyId, account }: Addressee) => {
      const link = linkOf.get(account.id);
      return link ? sessionReminderEmail(date, placesFor(familyId, account), link, deps.siteUrl) : undefined;
    };
  };
  return toFamilies('reminder', [...byFamily.keys()], deps, readContent, isConcerned);
};
