import { sessionsLeft } from '#shared/booking/endings';
import type { ParentRoutes, SearchParents } from '#shared/families/admin-routes';
import { type BusinessMoment, businessMoment, toCalendarDate } from '#shared/lib/business-time';
import type { FamilyId, UserId } from '#shared/lib/ids';
import { searchFor } from '#shared/lib/search-text';
import { instantOf } from '#shared/lib/values';
import type { SchoolRoutes } from '#shared/school/admin-routes';
import {
  getPeopleCounts,
  listAdminAccounts,
  readActiveProfiles,
  readProfileNames,
} from '../accounts/accounts.ts';
import { endAdult, endAdultOfErased, makeHolder, removeMember } from '../accounts/adult-steps.ts';
import { countInvitation } from '../accounts/steps.ts';
import {
  familyPosition,
  getActiveFamily,
  getStoredFamily,
  listAllFamilies,
  listFamilies,
  readShownFamilies,
  type StoredFamily,
  toManagedFamily,
} from '../accounts/stored-families.ts';
import { updateChild } from '../across/change-children.ts';
import { beginFamilyDeletion, finishFamilyDeletion } from '../across/delete-family.ts';
import { exportForOffice } from '../across/family-export.ts';
import { completeJoin, joinFamilies as joinTwo } from '../across/join-families.ts';
import { readEndedBookings } from '../across/statement.ts';
import { describeBooking, describeBookings, readMyBookings } from '../booking/booking-details.ts';
import { countBookingsOfParent, listBookingsOfParent, type StoredBooking } from '../booking/bookings.ts';
import { readDiscountFacts } from '../booking/held-by-family.ts';
import { ledgerIsOpen } from '../ledger/ledger.ts';
import { deletionNotePut, hasDeleted } from '../lib/attempts.ts';
import type { AdminDeps } from '../lib/deps.ts';
import type { Operation } from '../lib/http/operation.ts';
import { applyEdit, busy, changedMeanwhile, ProblemError, problem } from '../lib/http/problem-error.ts';
import { deleteUser } from '../lib/identity/users.ts';
import { familyIdOf, newFamilyNoteId } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';
import { findLimits, officeInvitationsPerPeriod } from '../limits.ts';
import { auditEventPut, changedFields } from '../school/activity.ts';
import { asksOf, inviteHolder } from './adults.ts';
import { addChildren, makeChildren } from './children.ts';
import { updateContact } from './contacts.ts';
import { addPhonedFamily, type FamilyWithChildren, getFamily, phonedFamily } from './families.ts';
import { contactTexts, findFamilies } from './find-families.ts';
import { addNote, listNotes } from './notes.ts';
import { checkDateOfBirth, checkDatesOfBirth, recordCardView, toAddedChildren } from './steps.ts';
import { dismissSame, isSameTask, listFamilyTasks, tasksOf } from './tasks.ts';

interface Found {
  readonly families: readonly StoredFamily[];
  readonly total: number;
}

const listNewest = async (table: Table, { cursor, limit }: SearchParents): Promise<Found> => {
  const [families, counts] = await Promise.all([
    listFamilies(table, { before: cursor, limit: limit + 1 }),
    getPeopleCounts(table),
  ]);
  return { families, total: counts.families };
};

const find = async (table: Table, { query, cursor, limit }: SearchParents): Promise<Found> => {
  const matches = searchFor(query);
  const hits = (await listAllFamilies(table)).filter((family) => contactTexts(family).some(matches));
  const rest = cursor ? hits.filter((family) => familyPosition(family) < cursor) : hits;
  return { families: rest.slice(0, limit + 1), total: hits.length };
};

const readAdmins = async (table: Table): Promise<ReadonlySet<UserId>> =>
  new Set((await listAdminAccounts(table)).map(({ id }) => id));

/** Newest first, or by name, email or phone (API-19, ADM-48 to ADM-50). A counter of bookings would cost each two units. */
export const searchParents: Operation<ParentRoutes['searchParents'], AdminDeps> = async (
  { body },
  { table },
) => {
  const [{ families, total }, admins] = await Promise.all([
    (body.query === '' ? listNewest : find)(table, body),
    readAdmins(table),
  ]);
  const page = families.slice(0, body.limit);
  const last = page.at(-1);
  return {
    parents: await Promise.all(
      page.map(async (family) => ({
        ...toManagedFamily(family, admins),
        bookings_count: await countBookingsOfParent(table, family.id),
      })),
    ),
    total,
    next_cursor: last && families.length > page.length ? familyPosition(last) : null,
  };
};

/** Newest first, with the present name of each account (FID-10). */
const describeRemovedLogins = async (table: Table, { removed_logins }: StoredFamily) => {
  const profileOf = await readActiveProfiles(
    table,
    removed_logins.map(({ account }) => account),
  );
  return removed_logins
    .map(({ account, since, until }) => {
      const profile = profileOf(account);
      return {
        id: account,
        full_name: profile?.full_name ?? null,
        email: profile?.email ?? null,
        since,
        until,
      };
    })
    .toReversed();
};

/** The families that may be the same as this one, and the family that it is being joined with (FID-11). */
const describeSameFamilies = async (table: Table, family: FamilyId) => {
  const asked = tasksOf(await listFamilyTasks(table), family).filter(isSameTask);
  const others = asked.map((task) => ({
    task,
    id: task.family_id === family ? task.other_id : task.family_id,
  }));
  const familyOf = await readShownFamilies(table, [family, ...others.map(({ id }) => id)]);
  const own = familyOf(family);
  return others.flatMap(({ task: { reason }, id }) => {
    const other = familyOf(id);
    if (!own || !other) return [];
    const isJoining = own.joined_into === id || other.joined_into === family;
    if (!isJoining && (own.joined_into || other.joined_into)) return [];
    return [{ id, full_name: other.full_name, reason, ...(isJoining && ({ is_joining: true } as const)) }];
  });
};

/** What the office typed, where the member's contact differs (FID-13). */
const typedContactOf = ({ members: [member], office_contact }: StoredFamily) => {
  if (!member || !office_contact) return null;
  const { full_name, phone_number } = office_contact;
  return full_name === member.full_name && phone_number === member.phone_number
    ? null
    : { full_name, phone_number };
};

const describeMovable = async (table: Table, bookings: readonly StoredBooking[], moment: BusinessMoment) =>
  (await readMyBookings(table, bookings)).map((parts) => ({
    ...describeBooking(parts.booking, { parent: parts.parent, time_slot: parts.slot, class: parts.cls }),
    sessions_left: sessionsLeft(parts, moment),
    credited_dates: [...parts.booking.credited_dates],
  }));

/** Ended bookings too, newest first (API-23). Shows nothing unless the view of the children's cards is recorded (SEE-01). */
export const getParent: Operation<ParentRoutes['getParent'], AdminDeps> = async (
  { caller, params },
  deps,
) => {
  const { table, clock, timeZone } = deps;
  const moment = businessMoment(clock(), timeZone);
  const [stored, bookings, ended, admins, same] = await Promise.all([
    getFamily(table, params.parentId),
    listBookingsOfParent(table, params.parentId),
    readEndedBookings(table, params.parentId),
    readAdmins(table),
    describeSameFamilies(table, params.parentId),
  ]);
  if (!stored) throw problem('parentNotFound');
  const { family, children } = stored;
  const [, removed_logins, described, discounts] = await Promise.all([
    recordCardView(deps, caller, params, shownChildren(stored)),
    describeRemovedLogins(table, family),
    describeMovable(table, bookings, moment),
    readDiscountFacts(table, bookings, moment),
  ]);
  return {
    profile: toManagedFamily(family, admins),
    members: family.members.map(({ id, full_name, email, phone_number, family_role }) => ({
      ...{ id, full_name, email, phone_number },
      family_role,
    })),
    typed: typedContactOf(family),
    removed_logins,
    same,
    invitation: family.adult_invited ?? null,
    children: children.toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
    bookings: described,
    discounts,
    ended,
  };
};

const shownChildren = ({ family: { members }, children }: FamilyWithChildren) =>
  children.map(({ id }) => ({ child_id: id, members }));

/** No mail before the invitation (BHF-02). Repeated it returns the same family. @throws invalidRequest, emailOfOther, busy */
export const addFamily: Operation<ParentRoutes['addFamily'], AdminDeps> = async (
  { caller, body, idempotencyKey },
  { table, clock, timeZone },
) => {
  const now = clock();
  checkDatesOfBirth(body.children, toCalendarDate(now, timeZone));
  const phoned = phonedFamily(body, now, familyIdOf(`${caller.userId} ${idempotencyKey}`));
  const { id } = phoned.family;
  const event = { actor_id: caller.userId, action: 'family.added', subject_id: id } as const;
  const { outcome } = await addPhonedFamily(table, phoned, [auditEventPut(table, now, event)]);
  if (outcome === 'busy' || outcome === 'refused') throw busy();
  if (outcome === 'email-taken') throw problem('emailOfOther');
  const family = await getStoredFamily(table, id);
  if (!family) throw problem('parentNotFound');
  return toManagedFamily(family, new Set());
};

/**
 * Adds children to a family for the office (BHF-02). A repeated attempt adds none.
 * @throws ProblemError invalidRequest, parentNotFound, childNameTaken, tooManyChildren, tooManyChildNames, busy
 */
export const addFamilyChildren: Operation<ParentRoutes['addFamilyChildren'], AdminDeps> = async (
  { caller, params: { parentId }, body, idempotencyKey: key },
  { table, clock, timeZone },
) => {
  const now = clock();
  checkDatesOfBirth(body.children, toCalendarDate(now, timeZone));
  const entered = body.children.map((child) => ({ ...child, medical_conditions: null }));
  const event = { actor_id: caller.userId, action: 'family.children-added', subject_id: parentId } as const;
  const office = { extraWrites: [auditEventPut(table, now, event)] };
  const result = await addChildren(table, parentId, makeChildren(parentId, entered, now), {
    by: caller.userId,
    key,
    now,
    office,
  });
  return toAddedChildren(result, now, { sameName: 'childNameTaken', gone: 'parentNotFound' });
};

/**
 * Corrects a child's name or date of birth (BHF-02). Health answers and the age of bookings stay.
 * @throws ProblemError invalidRequest, parentNotFound, childNotFound, changedMeanwhile, childNameTaken, busy
 */
export const correctChild: Operation<ParentRoutes['correctChild'], AdminDeps> = async (
  { caller, params: { parentId, childId }, body },
  { table, clock, timeZone },
) => {
  const now = clock();
  checkDateOfBirth(body, toCalendarDate(now, timeZone));
  const event = { actor_id: caller.userId, action: 'family.child-corrected', subject_id: parentId } as const;
  const office = { extraWrites: [auditEventPut(table, now, event)] };
  const result = await updateChild(table, parentId, childId, body, { at: instantOf(now), office });
  if (result.outcome === 'changed-meanwhile') throw changedMeanwhile(result.stored);
  if (result.outcome === 'no-child') throw problem('childNotFound');
  if (result.outcome === 'same-name') throw problem('childNameTaken', { name: result.name });
  if (result.outcome === 'no-profile') throw problem('parentNotFound');
  if (result.outcome !== 'done') throw busy();
  return undefined;
};

/**
 * Invites a family without a login (BHF-02). A new address replaces the old one, and a repetition ends the link before.
 * @throws ProblemError parentNotFound, familyHasLogin, emailOfOther, tooManyAttempts, busy
 */
export const inviteFamily: Operation<ParentRoutes['inviteFamily'], AdminDeps> = async (
  { caller, params: { parentId }, body: { email } },
  { table, clock },
) => {
  const family = await getActiveFamily(table, parentId);
  if (!family) throw problem('parentNotFound');
  if (family.members.length > 0) throw problem('familyHasLogin');
  if (!asksOf(family)) throw problem('nothingToAsk');
  const now = clock();
  await countInvitation(table, caller.userId, officeInvitationsPerPeriod, now);
  const event = { actor_id: caller.userId, action: 'family.invited', subject_id: parentId } as const;
  const { outcome } = await inviteHolder(table, { family, by: caller.userId, email, now }, [
    auditEventPut(table, now, event),
  ]);
  if (outcome === 'busy') throw busy();
  if (outcome === 'has-login') throw problem('familyHasLogin');
  if (outcome === 'email-taken') throw problem('emailOfOther');
  return { email };
};

/** Gives nothing unless the download and the view of the cards are recorded (SEE-01). @throws parentNotFound, busy */
export const downloadFamilyData: Operation<ParentRoutes['downloadFamilyData'], AdminDeps> = async (
  { caller, params },
  deps,
) => {
  const { table, clock, timeZone } = deps;
  const family = await getFamily(table, params.parentId);
  if (!family) throw problem('parentNotFound');
  await recordCardView(deps, caller, params, shownChildren(family));
  const data = await exportForOffice(table, family.family, { by: caller.userId, now: clock(), timeZone });
  if (data === 'busy') throw busy();
  if (!data) throw problem('parentNotFound');
  return data;
};

export const listFamilyNotes: Operation<ParentRoutes['listFamilyNotes'], AdminDeps> = async (
  { params },
  { table },
) => {
  const notes = await listNotes(table, params.parentId);
  const nameOf = await readProfileNames(table, [...new Set(notes.map(({ by }) => by))]);
  return { notes: notes.map(({ by, ...note }) => ({ ...note, author: nameOf(by) })) };
};

/** A correction is a further note; the corrected one stays (BHF-04). @throws ProblemError parentNotFound, busy */
export const addFamilyNote: Operation<ParentRoutes['addFamilyNote'], AdminDeps> = async (
  { caller, params: { parentId }, body, idempotencyKey: key },
  { table, clock },
) => {
  const now = clock();
  const note = { id: newFamilyNoteId(now), at: instantOf(now), by: caller.userId, ...body };
  const id = await addNote(table, parentId, note, { by: caller.userId, key, now });
  if (id === 'busy') throw busy();
  if (!id) throw problem('parentNotFound');
  return { id };
};

export const updateParent: Operation<ParentRoutes['updateParent'], AdminDeps> = async (
  { caller, params, body },
  { table, clock },
) => {
  const [family, admins] = await Promise.all([getStoredFamily(table, params.parentId), readAdmins(table)]);
  if (!family) throw problem('parentNotFound');
  const { full_name, phone_number } = family;
  const fields = changedFields(family, applyEdit({ full_name, phone_number }, body));
  if (fields.length === 0 && !family.deleting) return toManagedFamily(family, admins);
  const auditEvent = auditEventPut(table, clock(), {
    actor_id: caller.userId,
    action: 'parent.updated',
    subject_id: family.id,
    fields,
  });
  const result = await updateContact(table, { family, whose: 'family' }, body, [auditEvent]);
  if (result.outcome === 'changed-meanwhile') throw changedMeanwhile(result.stored);
  if (result.outcome === 'no-family') throw problem('parentNotFound');
  if (result.outcome !== 'done') throw busy();
  const { full_name: name, phone_number: phone } = result.contact;
  return { ...toManagedFamily(family, admins), full_name: name, phone_number: phone };
};

const refuseAsOffice = async (work: Promise<void>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    throw error instanceof ProblemError && error.code === 'profileNotFound'
      ? problem('parentNotFound')
      : error;
  }
};

export const endAdultAccessOf: Operation<ParentRoutes['endAdultAccessOf'], AdminDeps> = async (
  { caller, params },
  deps,
) => {
  await refuseAsOffice(
    endAdult({ familyId: params.parentId, actorId: caller.userId, endsWith: 'access' }, deps),
  );
};

export const makeAdultHolder: Operation<ParentRoutes['makeAdultHolder'], AdminDeps> = async (
  { caller, params },
  deps,
) => {
  await refuseAsOffice(makeHolder({ familyId: params.parentId, actorId: caller.userId }, deps));
};

/**
 * Ends the bookings, which frees the places (PRM-11, API-32, API-33). Logs first, then deletes the user, so that nobody can log
 * in. A repeated call completes an interrupted deletion with the same answer (END-13).
 * @throws ProblemError parentNotFound, adminAccount, familyJoining, busy
 */
export const deleteParent: Operation<ParentRoutes['deleteParent'], AdminDeps> = async (
  { caller, params, idempotencyKey },
  deps,
) => {
  const { table, userPool, clock } = deps;
  const attempt = { by: caller.userId, key: idempotencyKey, now: clock() };
  const auditEvent = auditEventPut(table, attempt.now, {
    actor_id: caller.userId,
    action: 'parent.deleted',
    subject_id: params.parentId,
  });
  const note = deletionNotePut(table, attempt, params.parentId);
  const begin = () => beginFamilyDeletion(table, params.parentId, [auditEvent, note]);
  const first = await begin();
  if (first.outcome === 'joins') await completeJoin(deps, first.other);
  const begun = first.outcome === 'joins' ? await begin() : first;
  if (begun.outcome === 'no-family') {
    if (await hasDeleted(table, attempt, params.parentId)) return { success: true };
    throw problem('parentNotFound');
  }
  if (begun.outcome === 'admin') throw problem('adminAccount');
  if (begun.outcome !== 'begun') throw problem('familyJoining');
  if (begun.holder) await deleteUser(userPool, begun.holder.id);
  const family = await endAdultOfErased({ familyId: params.parentId, actorId: caller.userId }, deps);
  await finishFamilyDeletion(deps, family ?? begun.family, { by: 'admin', made_by: caller.userId });
  return { success: true as const };
};

export const removeLogin: Operation<ParentRoutes['removeLogin'], AdminDeps> = async (
  { caller, params: { parentId, userId } },
  deps,
) => {
  await refuseAsOffice(removeMember({ familyId: parentId, actorId: caller.userId, account: userId }, deps));
};

/**
 * `parentId` stays and gets all of the other family (FID-11). The first step logs; a repeated request completes a join.
 * @throws ProblemError parentNotFound, familyJoining, tooManyAdults, tooManyChildren, childNameTaken, bothBooked, busy
 */
export const joinFamilies: Operation<ParentRoutes['joinFamilies'], AdminDeps> = async (
  { caller, params: { parentId }, body: { other_id }, idempotencyKey },
  deps,
) => {
  const { table, clock } = deps;
  const now = clock();
  const attempt = { by: caller.userId, key: idempotencyKey, now };
  const event = { actor_id: caller.userId, action: 'family.joined', subject_id: parentId } as const;
  const joined = await joinTwo(
    deps,
    { from: other_id, to: parentId },
    {
      by: caller.userId,
      now,
      extraWrites: [auditEventPut(table, now, event), deletionNotePut(table, attempt, other_id)],
    },
  );
  switch (joined.outcome) {
    case 'joined':
      return { success: true };
    case 'no-family':
      throw problem('parentNotFound');
    case 'joining':
      throw problem('familyJoining');
    case 'too-many-adults':
      throw problem('tooManyAdults');
    case 'too-many-children':
      throw problem('tooManyChildren');
    case 'same-name':
      throw problem('childNameTaken', { name: joined.name });
    case 'both-booked':
      throw problem('bothBooked', { child: joined.name });
  }
};

export const notSameFamily: Operation<ParentRoutes['notSameFamily'], AdminDeps> = async (
  { caller, params: { parentId, otherId } },
  { table, clock },
) => {
  const event = { actor_id: caller.userId, action: 'family.not-same', subject_id: parentId } as const;
  const outcome = await dismissSame(table, { family_id: parentId, other_id: otherId }, [
    ledgerIsOpen(table, parentId),
    ledgerIsOpen(table, otherId),
    auditEventPut(table, clock(), event),
  ]);
  if (outcome === 'busy') throw busy();
  if (outcome === 'refused') throw problem('parentNotFound');
};

/** By beginnings of name, email, phone and children's names. Reads the families and the bookings of the first of them. */
export const searchEverything: Operation<SchoolRoutes['searchEverything'], AdminDeps> = async (
  { body },
  { table },
) => {
  const families = await findFamilies(table, body.query, findLimits.families);
  const bookings = await Promise.all(
    families.slice(0, findLimits.familiesWithBookings).map(({ id }) => listBookingsOfParent(table, id)),
  );
  return {
    families: families.map(({ id, full_name, email, phone_number, child_names }) => ({
      id,
      full_name,
      email,
      phone_number,
      children: [...child_names],
    })),
    bookings: await describeBookings(table, bookings.flat().slice(0, findLimits.bookings)),
  };
};
