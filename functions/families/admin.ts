import type { ParentRoutes, SearchParents } from '#shared/families/admin-routes';
import { businessMoment, toCalendarDate } from '#shared/lib/business-time';
import { searchFor } from '#shared/lib/search-text';
import { instantOf } from '#shared/lib/values';
import type { SchoolRoutes } from '#shared/school/admin-routes';
import { endAdult, endFormerHolder, endMembersOf, makeHolder } from '../accounts/adult-steps.ts';
import {
  getActiveProfile,
  getProfile,
  getProfileCounts,
  listAllProfiles,
  listProfiles,
  profilePosition,
  readActiveProfiles,
  readProfileNames,
  type StoredProfile,
  toManagedProfile,
  updateContact,
} from '../accounts/profiles.ts';
import { describeBookings } from '../booking/booking-details.ts';
import { countBookingsOfParent, listBookingsOfParent } from '../booking/bookings.ts';
import { readDiscountFacts } from '../booking/held-by-family.ts';
import { readEndedBookings } from '../ledger/statement.ts';
import { deletionNotePut, hasDeleted } from '../lib/attempts.ts';
import type { AdminDeps } from '../lib/deps.ts';
import type { Operation } from '../lib/http/operation.ts';
import { busy, ProblemError, problem } from '../lib/http/problem-error.ts';
import { deleteUser } from '../lib/identity/users.ts';
import { familyIdOf, newFamilyNoteId } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';
import { findLimits } from '../limits.ts';
import { auditEventPut, changedFields } from '../school/activity.ts';
import { inviteHolder, readMembers } from './adults.ts';
import { updateChild } from './change-children.ts';
import { addChildren, makeChildren } from './children.ts';
import { exportForOffice } from './data-export.ts';
import { beginFamilyDeletion, deleteFamily, finishFamilyDeletion } from './delete-family.ts';
import { addPhonedFamily, getFamily, phonedFamily } from './families.ts';
import { findFamilies } from './find-families.ts';
import { addNote, listNotes } from './notes.ts';
import { addedChildren, checkDateOfBirth, checkDatesOfBirth, recordCardView } from './steps.ts';

interface Found {
  /** The parents of a page, and the next one if there is one. */
  readonly parents: readonly StoredProfile[];
  /** How many there are on all pages. */
  readonly total: number;
}

const listNewest = async (table: Table, { cursor, limit }: SearchParents): Promise<Found> => {
  const [parents, counts] = await Promise.all([
    listProfiles(table, 'families', { before: cursor, limit: limit + 1 }),
    getProfileCounts(table),
  ]);
  return { parents, total: counts.parents };
};

const find = async (table: Table, { query, cursor, limit }: SearchParents): Promise<Found> => {
  const matches = searchFor(query);
  const families = await listAllProfiles(table, 'families');
  const membersOf = ({ holder_login, second_adult }: StoredProfile) =>
    [holder_login, second_adult].filter((id) => id !== undefined);
  const accountOf = await readActiveProfiles(table, families.flatMap(membersOf));
  const hits = families.filter((family) => {
    const members = membersOf(family).flatMap((id) => accountOf(id) ?? []);
    const acting = members.filter(({ member_of }) => member_of === family.id);
    return [family, ...acting].some(({ full_name, email, phone_number }) =>
      [full_name, email, phone_number].some(matches),
    );
  });
  const rest = cursor ? hits.filter((profile) => profilePosition(profile) < cursor) : hits;
  return { parents: rest.slice(0, limit + 1), total: hits.length };
};

/**
 * Profiles of families, newest first: all, or those found by name, email or phone (API-19, ADM-48 to ADM-50). The bookings
 * of each row are counted by reading them: a counter on the profile would cost every booking two more write units.
 */
export const searchParents: Operation<ParentRoutes['searchParents'], AdminDeps> = async (
  { body },
  { table },
) => {
  const { parents, total } = await (body.query === '' ? listNewest : find)(table, body);
  const page = parents.slice(0, body.limit);
  const last = page.at(-1);
  return {
    parents: await Promise.all(
      page.map(async (parent) => ({
        ...toManagedProfile(parent),
        bookings_count: await countBookingsOfParent(table, parent.id),
      })),
    ),
    total,
    next_cursor: last && parents.length > page.length ? profilePosition(last) : null,
  };
};

/**
 * What the page of a parent shows: profile, children by name (API-23), live and ended bookings, newest first. Without a
 * record of who read the cards nothing is shown (SEE-01).
 */
export const getParent: Operation<ParentRoutes['getParent'], AdminDeps> = async (
  { caller, params },
  deps,
) => {
  const { table, clock, timeZone } = deps;
  const [family, bookings, ended] = await Promise.all([
    getFamily(table, params.parentId),
    listBookingsOfParent(table, params.parentId),
    readEndedBookings(table, params.parentId),
  ]);
  if (!family) throw problem('parentNotFound');
  const shown = family.children.map(({ parent_id, id }) => ({ parent_id, child_id: id }));
  const [members, , described, discounts] = await Promise.all([
    readMembers(table, family.profile),
    recordCardView(deps, caller, params, shown),
    describeBookings(table, bookings),
    readDiscountFacts(table, bookings, businessMoment(clock(), timeZone)),
  ]);
  return {
    profile: toManagedProfile(family.profile),
    members: members.map(({ profile: { id, full_name, email, phone_number }, family_role }) => ({
      ...{ id, full_name, email, phone_number },
      family_role,
    })),
    invitation: family.profile.adult_invited ?? null,
    children: family.children.toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
    bookings: described,
    discounts,
    ended,
  };
};

/**
 * Adds a family that phones (BHF-02): it has every right of a family, but no login. Its email, if it gives one, is mailed
 * nothing until it is invited. The same attempt sent again answers the same.
 * @throws ProblemError invalidRequest, emailOfOther, busy
 */
export const addFamily: Operation<ParentRoutes['addFamily'], AdminDeps> = async (
  { caller, body, idempotencyKey },
  { table, clock, timeZone },
) => {
  const now = clock();
  checkDatesOfBirth(body.children, toCalendarDate(now, timeZone));
  const family = phonedFamily(body, now, familyIdOf(`${caller.userId} ${idempotencyKey}`));
  const { id } = family.profile;
  const event = { actor_id: caller.userId, action: 'family.added', subject_id: id } as const;
  const { outcome } = await addPhonedFamily(table, family, [auditEventPut(table, now, event)]);
  if (outcome === 'busy' || outcome === 'refused') throw busy();
  if (outcome === 'email-taken') throw problem('emailOfOther');
  const profile = await getProfile(table, id);
  if (!profile) throw problem('parentNotFound');
  return toManagedProfile(profile);
};

/**
 * Adds children to a family for the office; an account is not asked (BHF-02). The same attempt sent again adds none.
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
  const office = { by: caller.userId, extraWrites: [auditEventPut(table, now, event)] };
  const result = await addChildren(table, parentId, makeChildren(parentId, entered, now), {
    key,
    now,
    office,
  });
  return addedChildren(result, now, { sameName: 'childNameTaken', gone: 'parentNotFound' });
};

/**
 * Corrects a child's name or date of birth for the office (BHF-02). What is known of its health stays, and so does the age of
 * its bookings.
 * @throws ProblemError invalidRequest, parentNotFound, childNotFound, childNameTaken, busy
 */
export const correctChild: Operation<ParentRoutes['correctChild'], AdminDeps> = async (
  { caller, params: { parentId, childId }, body },
  { table, clock, timeZone },
) => {
  const now = clock();
  checkDateOfBirth(body, toCalendarDate(now, timeZone));
  const event = { actor_id: caller.userId, action: 'family.child-corrected', subject_id: parentId } as const;
  const office = { by: caller.userId, extraWrites: [auditEventPut(table, now, event)] };
  const entered = { ...body, medical_conditions: null };
  const { outcome } = await updateChild(table, parentId, childId, entered, { at: instantOf(now), office });
  if (outcome === 'no-child') throw problem('childNotFound');
  if (outcome === 'same-name') throw problem('childNameTaken', { name: body.name });
  if (outcome === 'no-profile') throw problem('parentNotFound');
  if (outcome !== 'done') throw busy();
  return undefined;
};

/**
 * Invites a family without a login by its address, or by another one from now on; again, which ends the link before (BHF-02).
 * @throws ProblemError parentNotFound, familyHasLogin, emailOfOther, busy
 */
export const inviteFamily: Operation<ParentRoutes['inviteFamily'], AdminDeps> = async (
  { caller, params: { parentId }, body: { email } },
  { table, clock },
) => {
  const family = await getActiveProfile(table, parentId);
  if (!family || family.member_of) throw problem('parentNotFound');
  if (family.login !== 'none' || family.holder_login) throw problem('familyHasLogin');
  const now = clock();
  const event = { actor_id: caller.userId, action: 'family.invited', subject_id: parentId } as const;
  const { outcome } = await inviteHolder(table, { family, by: caller.userId, email, now }, [
    auditEventPut(table, now, event),
  ]);
  if (outcome === 'busy') throw busy();
  if (outcome === 'has-login') throw problem('familyHasLogin');
  if (outcome === 'email-taken') throw problem('emailOfOther');
  return { email };
};

/**
 * All that is stored about a family, for its request to the school: above all of one that has no login. It holds the
 * children's cards: without a record of who read them, and of who downloaded it, nothing is given (SEE-01).
 * @throws ProblemError parentNotFound, busy
 */
export const downloadFamilyData: Operation<ParentRoutes['downloadFamilyData'], AdminDeps> = async (
  { caller, params },
  deps,
) => {
  const { table, clock, timeZone } = deps;
  const family = await getFamily(table, params.parentId);
  if (!family) throw problem('parentNotFound');
  const shown = family.children.map(({ parent_id, id }) => ({ parent_id, child_id: id }));
  await recordCardView(deps, caller, params, shown);
  const data = await exportForOffice(table, family.profile, { by: caller.userId, now: clock(), timeZone });
  if (data === 'busy') throw busy();
  if (!data) throw problem('parentNotFound');
  return data;
};

/** What administrators noted about a family (BHF-04). */
export const listFamilyNotes: Operation<ParentRoutes['listFamilyNotes'], AdminDeps> = async (
  { params },
  { table },
) => {
  const notes = await listNotes(table, params.parentId);
  const nameOf = await readProfileNames(table, [...new Set(notes.map(({ by }) => by))]);
  return { notes: notes.map(({ by, ...note }) => ({ ...note, author: nameOf(by) })) };
};

/** Adds a note, or the correction of one, which stays (BHF-04). @throws ProblemError parentNotFound, busy */
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

/** Changes a parent's name and phone number, and nothing else; logs a change only (PRM-10, API-21, ADM-55). */
export const updateParent: Operation<ParentRoutes['updateParent'], AdminDeps> = async (
  { caller, params, body },
  { table, clock },
) => {
  const profile = await getProfile(table, params.parentId);
  if (!profile) throw problem('parentNotFound');
  const fields = changedFields(profile, body);
  if (fields.length === 0 && !profile.deleting) return toManagedProfile(profile);
  const auditEvent = auditEventPut(table, clock(), {
    actor_id: caller.userId,
    action: 'parent.updated',
    subject_id: profile.id,
    fields,
  });
  const { outcome } = await updateContact(table, profile, body, [auditEvent]);
  if (outcome === 'no-profile') throw problem('parentNotFound');
  if (outcome === 'busy') throw busy();
  return { ...toManagedProfile(profile), ...body };
};

/** The same for a family that is not there, as administrators are told. */
const forOffice = async (work: Promise<void>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    throw error instanceof ProblemError && error.code === 'profileNotFound'
      ? problem('parentNotFound')
      : error;
  }
};

/** Ends the access of the second adult of a family (ADT-02); logged. @throws ProblemError as `endAdult` does */
export const endAdultAccessOf: Operation<ParentRoutes['endAdultAccessOf'], AdminDeps> = async (
  { caller, params },
  deps,
) => {
  await forOffice(endAdult({ familyId: params.parentId, actorId: caller.userId, endsWith: 'nothing' }, deps));
};

/** Makes the second adult of a family its holder (ADT-02); logged. @throws ProblemError as `makeHolder` does */
export const makeAdultHolder: Operation<ParentRoutes['makeAdultHolder'], AdminDeps> = async (
  { caller, params },
  deps,
) => {
  await forOffice(makeHolder({ familyId: params.parentId, actorId: caller.userId }, deps));
};

/**
 * Deletes a parent's account with profile and children, and ends its bookings, which frees the places (PRM-11, API-32,
 * API-33). The user is deleted first: nobody can log in to an account that is being deleted. Until the end the parent
 * is listed as being deleted, and the same call completes an interrupted deletion. The first step logs it. The same attempt
 * sent again answers the same (END-13).
 * @throws ProblemError parentNotFound, adminAccount, roleChanging, busy
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
  await endFormerHolder({ familyId: params.parentId, actorId: caller.userId }, deps);
  const begun = await beginFamilyDeletion(table, params.parentId, [auditEvent, note]);
  if (begun.outcome === 'no-profile') {
    if (await hasDeleted(table, attempt, params.parentId)) return { success: true };
    throw problem('parentNotFound');
  }
  if (begun.outcome === 'admin') throw problem('adminAccount');
  const ender = { by: 'admin', made_by: caller.userId } as const;
  const holder = await endMembersOf(begun.profile, caller.userId, deps);
  if (holder) {
    await deleteUser(userPool, holder);
    await deleteFamily(deps, { userId: holder, ...ender });
  }
  await deleteUser(userPool, begun.profile.id);
  await finishFamilyDeletion(deps, begun.profile, ender);
  return { success: true as const };
};

/**
 * Finds families by the beginnings of words: of the parent's name, email and phone, and of the children's names. Reads
 * what it finds: these families, the bookings of the first of them, and what these refer to.
 */
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
