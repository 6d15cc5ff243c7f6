import { healthNeeded, healthText } from '#shared/families/health';
import type { ProfileRoutes } from '#shared/families/routes';
import { businessMoment, toCalendarDate } from '#shared/lib/business-time';
import { counted } from '#shared/lib/text';
import { instantOf } from '#shared/lib/values';
import { marksInOrder } from '#shared/registers/marks';
import { getCoach } from '../accounts/coaches.ts';
import { familyRoleOf, getActiveProfile, updateContact } from '../accounts/profiles.ts';
import { describeBooking, readMyBookings } from '../booking/booking-details.ts';
import { listBookingsOfParent, type StoredBooking } from '../booking/bookings.ts';
import { listEndedBookings } from '../booking/ended-bookings.ts';
import { listEntryNotes, listLedgerEntries } from '../ledger/entries.ts';
import { getFamilyLedger } from '../ledger/ledger.ts';
import { describeEntries, readEndedBookings } from '../ledger/statement.ts';
import type { TimedDeps } from '../lib/deps.ts';
import type { Operation } from '../lib/http/operation.ts';
import { busy, problem, tooManyInHour } from '../lib/http/problem-error.ts';
import { readFamilyMarks } from '../registers/marks-of-family.ts';
import { type MarkedPlace, oldestRegister } from '../registers/registers.ts';
import { dropEntriesOfChild } from '../waiting/end-offer.ts';
import { listWaitingOfFamily } from '../waiting/waiting-entries.ts';
import { readMembers, storeMoneyMails } from './adults.ts';
import { readCardViews } from './cards.ts';
import { removeChild as removeStoredChild, updateChild as updateStoredChild } from './change-children.ts';
import {
  addChildren as addStoredChildren,
  makeChildren,
  updateCard as updateStoredCard,
} from './children.ts';
import { getFamily } from './families.ts';
import { listDeeds, waitingCards } from './imports.ts';
import { listNotes } from './notes.ts';
import { checkDateOfBirth, checkDatesOfBirth } from './steps.ts';

/** The caller's own profile, the children of the family, and who else acts for it. */
export const getMyFamily: Operation<ProfileRoutes['getMyFamily'], TimedDeps> = async (
  { caller },
  { table, clock },
) => {
  const [family, profile] = await Promise.all([
    getFamily(table, caller.familyId),
    caller.familyId === caller.userId ? undefined : getActiveProfile(table, caller.userId),
  ]);
  if (!family) throw problem('profileNotFound');
  const own = profile ?? family.profile;
  const { adult_invited, money_mails = 'holder' } = family.profile;
  const members = await readMembers(table, family.profile);
  return {
    children: family.children,
    profile: own,
    // What else the other one entered is not shown (ADT-01).
    members: members.map(({ profile: { id, full_name }, family_role }) => ({
      full_name,
      family_role,
      is_caller: id === caller.userId,
    })),
    invitation: (familyRoleOf(own) === 'holder' && adult_invited) || null,
    money_mails,
    imported: waitingCards(family, clock()),
  };
};

export const updateMyProfile: Operation<ProfileRoutes['updateMyProfile'], TimedDeps> = async (
  { caller, body },
  { table, clock },
) => {
  const now = clock();
  const profile = await getActiveProfile(table, caller.userId);
  if (!profile) throw problem('profileNotFound');
  const { outcome } = await updateContact(table, profile, body, [], {
    parent_id: caller.familyId,
    at: instantOf(now),
  });
  if (outcome === 'no-profile') throw problem('profileNotFound');
  if (outcome === 'limited') throw tooManyInHour('changes', now);
  if (outcome === 'busy') throw busy();
  return { ...profile, ...body };
};

/**
 * Chooses which of two adults gets the emails about money (ADT-01).
 * @throws ProblemError profileNotFound, tooManyChanges, busy
 */
export const chooseMoneyMails: Operation<ProfileRoutes['chooseMoneyMails'], TimedDeps> = async (
  { caller, body },
  { table, clock },
) => {
  const now = clock();
  const { outcome } = await storeMoneyMails(table, caller.familyId, body.money_mails, instantOf(now));
  if (outcome === 'limited') throw tooManyInHour('changes', now);
  if (outcome === 'busy') throw busy();
  if (outcome !== 'done') throw problem('profileNotFound');
};

/**
 * Adds children to the caller's family (API-25). The same attempt sent again adds none and answers with those that it added.
 * @throws ProblemError invalidRequest, sameChildName, tooManyChildren, tooManyChildNames, profileNotFound, tooManyChanges,
 *   busy
 */
export const addChildren: Operation<ProfileRoutes['addChildren'], TimedDeps> = async (
  { caller, body, idempotencyKey },
  deps,
) => {
  const { table, clock, timeZone } = deps;
  const now = clock();
  checkDatesOfBirth(body.children, toCalendarDate(now, timeZone));
  const children = makeChildren(caller.familyId, body.children, now);
  const result = await addStoredChildren(table, caller.familyId, children, { key: idempotencyKey, now });
  switch (result.outcome) {
    case 'added':
      return { children: [...result.children] };
    case 'too-many':
      throw problem('tooManyChildren');
    case 'too-many-names':
      throw problem('tooManyChildNames');
    case 'same-name':
      throw problem('sameChildName', { name: result.name });
    case 'no-profile':
      throw problem('profileNotFound');
    case 'limited':
      throw tooManyInHour('changes', now);
    case 'busy':
      throw busy();
  }
};

/**
 * Changes one of the caller's children (KID-01). Another family's child is not found: its key holds its parent's id.
 * @throws ProblemError invalidRequest, childNotFound, sameChildName, profileNotFound, tooManyChanges, busy
 */
export const updateChild: Operation<ProfileRoutes['updateChild'], TimedDeps> = async (
  { caller, params, body },
  { table, clock, timeZone },
) => {
  const now = clock();
  checkDateOfBirth(body, toCalendarDate(now, timeZone));
  const { outcome } = await updateStoredChild(table, caller.familyId, params.childId, body, instantOf(now));
  switch (outcome) {
    case 'done':
      return undefined;
    case 'no-child':
      throw problem('childNotFound');
    case 'same-name':
      throw problem('sameChildName', { name: body.name });
    case 'no-answer':
      throw problem(
        'invalidRequest',
        {},
        { issues: [{ field: 'medical_conditions', message: healthNeeded }] },
      );
    case 'no-profile':
      throw problem('profileNotFound');
    case 'limited':
      throw tooManyInHour('changes', now);
    case 'busy':
      throw busy();
  }
};

/**
 * Changes the card of one of the caller's children (EME-01 to EME-03, EME-06). Another family's child is not found: its key
 * holds its parent's id.
 * @throws ProblemError childNotFound, busy
 */
export const updateCard: Operation<ProfileRoutes['updateCard'], TimedDeps> = async (
  { caller, params, body },
  { table, clock },
) => {
  const child = { parentId: caller.familyId, childId: params.childId };
  const updated = await updateStoredCard(table, child, body, {
    at: instantOf(clock()),
    by: caller.userId,
  });
  if (updated === 'busy') throw busy();
  if (!updated) throw problem('childNotFound');
  return updated;
};

/**
 * Removes one of the caller's children (API-26, KID-03). Another family's child is not found: its key holds its
 * parent's id.
 * @throws ProblemError childNotFound, childHasBookings, profileNotFound, tooManyChanges, busy
 */
export const removeChild: Operation<ProfileRoutes['removeChild'], TimedDeps> = async (
  { caller, params },
  { table, clock, timeZone },
) => {
  const moment = businessMoment(clock(), timeZone);
  const result = await removeStoredChild(table, caller.familyId, params.childId, moment);
  switch (result.outcome) {
    case 'done':
      await dropEntriesOfChild({ table, clock }, caller.familyId, params.childId);
      return undefined;
    case 'no-child':
      // An earlier request may have been interrupted after it removed the child.
      await dropEntriesOfChild({ table, clock }, caller.familyId, params.childId);
      throw problem('childNotFound');
    case 'has-bookings':
      throw problem('childHasBookings', {
        name: result.name,
        bookings: counted(result.bookings, 'booking', 'bookings'),
      });
    case 'no-profile':
      throw problem('profileNotFound');
    case 'limited':
      throw tooManyInHour('changes', moment.now);
    case 'busy':
      throw busy();
  }
};

/**
 * Who read the cards of the caller's children (SEE-02).
 * @throws ProblemError profileNotFound
 */
export const listCardViews: Operation<ProfileRoutes['listCardViews'], TimedDeps> = async (
  { caller: { familyId } },
  { table, clock, timeZone },
) => {
  const [family, live, ended] = await Promise.all([
    getFamily(table, familyId),
    listBookingsOfParent(table, familyId),
    listEndedBookings(table, familyId),
  ]);
  if (!family) throw problem('profileNotFound');
  const today = toCalendarDate(clock(), timeZone);
  return { views: await readCardViews(table, familyId, family.children, [...live, ...ended], today) };
};

/** What is stored of a booking besides what the site shows, as JSON has it. */
const asStored = ({
  credited,
  credited_dates,
  kept_until,
  program_price,
  moved_from,
  upgraded_from,
  booked_by,
  above_capacity,
}: StoredBooking) => ({
  credited,
  credited_dates: [...credited_dates].toSorted(),
  kept_until,
  program_price,
  moved_from,
  upgraded_from,
  booked_by,
  above_capacity,
});

const exportedMarks = ({ slot_id, date, child_id, marks }: MarkedPlace) =>
  marksInOrder(marks).map(({ attendance, at, received_at, reason }) => ({
    slot_id,
    date,
    child_id,
    attendance,
    at,
    received_at,
    reason,
  }));

/**
 * All personal data that is stored about the caller's family. Hashes of secrets and counters of requests are left out.
 * @throws ProblemError profileNotFound
 */
export const exportMyData: Operation<ProfileRoutes['exportMyData'], TimedDeps> = async (
  { caller },
  { table, clock, timeZone },
) => {
  const [family, account, bookings, ended, entries, notes, waiting, coach] = await Promise.all([
    getFamily(table, caller.familyId),
    getFamilyLedger(table, caller.familyId),
    listBookingsOfParent(table, caller.familyId),
    readEndedBookings(table, caller.familyId),
    listLedgerEntries(table, caller.familyId),
    listEntryNotes(table, caller.familyId),
    listWaitingOfFamily(table, caller.familyId),
    getCoach(table, caller.userId),
  ]);
  if (!family) throw problem('profileNotFound');
  const { profile, children } = family;
  const now = clock();
  const today = toCalendarDate(now, timeZone);
  const [officeNotes, imported, live, marked, views] = await Promise.all([
    listNotes(table, caller.familyId),
    listDeeds(table, caller.familyId),
    readMyBookings(table, bookings),
    readFamilyMarks(table, [...bookings, ...ended]),
    readCardViews(table, caller.familyId, children, [...bookings, ...ended], today),
  ]);
  return {
    profile,
    children: children.map((child) => ({ ...child, health: healthText(child) })),
    card_views: views,
    child_names: [...profile.child_names].toSorted(),
    email_problem: profile.email_problem,
    role: profile.role,
    role_changed_at: profile.role_changed_at ?? null,
    coach_since: coach?.changed_at ?? null,
    first_login_at: profile.first_login_at ?? null,
    password_set_at: profile.password_set_at ?? null,
    charged: account?.charged ?? 0,
    credited: account?.credited ?? 0,
    waived: account?.waived ?? 0,
    received: account?.received ?? 0,
    reference: account?.reference ?? null,
    second_reference: account?.second_reference ?? null,
    open_since: account?.open_since ?? null,
    reminded_at: account?.reminded_at ?? null,
    do_not_remind: account?.do_not_remind ?? false,
    entries: describeEntries(entries, notes),
    notes: officeNotes.map(({ at, text, id, corrects }) => ({ id, at, text, corrects })),
    imported: [
      ...imported.map(({ import_id: _, parent_id: __, ...said }) => said),
      ...waitingCards(family, now),
    ],
    bookings: live.map(({ booking, parent, slot, cls }) => ({
      ...describeBooking(booking, { parent, time_slot: slot, class: cls }),
      ...asStored(booking),
      not_coming: [...(booking.not_coming ?? [])].toSorted(),
    })),
    ended_bookings: ended.map((record) => ({ ...record, ...asStored(record) })),
    register_marks: marked.filter(({ date }) => date >= oldestRegister(today)).flatMap(exportedMarks),
    waiting: [...waiting.entries],
    offers: [...waiting.endedOffers],
    kept_places: waiting.renewals.map(({ parent_id: _, ...kept }) => kept),
    exported_at: instantOf(now),
  };
};
