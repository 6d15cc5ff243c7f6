import type { ProfileRoutes } from '#shared/families/routes';
import { businessMoment, toCalendarDate } from '#shared/lib/business-time';
import { counted } from '#shared/lib/text';
import { instantOf } from '#shared/lib/values';
import { getActiveFamily, memberOf } from '../accounts/stored-families.ts';
import { readCardViews } from '../across/cards.ts';
import {
  removeChild as removeStoredChild,
  updateChild as updateStoredChild,
} from '../across/change-children.ts';
import { getErasedFamily, membersFor, readFamilyExport } from '../across/family-export.ts';
import { listBookingsOfParent } from '../booking/bookings.ts';
import { listEndedBookings } from '../booking/ended-bookings.ts';
import type { TimedDeps } from '../lib/deps.ts';
import type { Operation } from '../lib/http/operation.ts';
import { busy, changedMeanwhile, problem, tooManyInHour } from '../lib/http/problem-error.ts';
import { mailRequestPut } from '../lib/mail/mail-requests.ts';
import { auditEventPut } from '../school/activity.ts';
import { dropApplicationsOfChild } from '../waiting/end-offer.ts';
import { storeMoneyMails } from './adults.ts';
import {
  addChildren as addStoredChildren,
  makeChildren,
  updateCard as updateStoredCard,
} from './children.ts';
import { updateContact } from './contacts.ts';
import { getFamily } from './families.ts';
import { waitingCards } from './imported-cards.ts';
import { checkDateOfBirth, checkDatesOfBirth, toAddedChildren } from './steps.ts';

export const getMyFamily: Operation<ProfileRoutes['getMyFamily'], TimedDeps> = async (
  { caller },
  { table, clock },
) => {
  const stored = await getFamily(table, caller.familyId);
  const own = memberOf(stored?.family, caller.userId);
  caller.confirmFamily?.(own !== undefined);
  if (!stored || !own) throw problem('profileNotFound');
  const { members, adult_invited, money_mails } = stored.family;
  return {
    children: stored.children,
    profile: { ...own, created_at: own.since },
    members: membersFor(caller.userId, members),
    invitation: (own.family_role === 'holder' && adult_invited) || null,
    money_mails: money_mails ?? members[0]?.id ?? own.id,
    imported: waitingCards(stored, clock()),
  };
};

export const updateMyProfile: Operation<ProfileRoutes['updateMyProfile'], TimedDeps> = async (
  { caller, body },
  { table, clock },
) => {
  const now = clock();
  const family = await getActiveFamily(table, caller.familyId);
  const own = memberOf(family, caller.userId);
  caller.confirmFamily?.(own !== undefined);
  if (!family || !own) throw problem('profileNotFound');
  const result = await updateContact(table, { family, whose: own.id }, body, [], {
    parent_id: family.id,
    at: instantOf(now),
  });
  if (result.outcome === 'changed-meanwhile') throw changedMeanwhile(result.stored);
  if (result.outcome === 'no-family') throw problem('profileNotFound');
  if (result.outcome === 'limited') throw tooManyInHour('changes', now);
  if (result.outcome !== 'done') throw busy();
  return { ...own, created_at: own.since, ...result.contact };
};

/** Logs it, and tells the other adult (ADT-01, FID-05). @throws profileNotFound, adultNotFound, tooManyChanges, busy */
export const chooseMoneyMails: Operation<ProfileRoutes['chooseMoneyMails'], TimedDeps> = async (
  { caller, body },
  { table, clock },
) => {
  const now = clock();
  const family = await getActiveFamily(table, caller.familyId);
  const own = memberOf(family, caller.userId);
  caller.confirmFamily?.(own !== undefined);
  if (!family || !own) throw problem('profileNotFound');
  if (!memberOf(family, body.money_mails)) throw problem('adultNotFound');
  const others = family.members.filter(({ id }) => id !== own.id);
  const event = {
    actor_id: own.id,
    action: 'family.money-mails-changed',
    subject_id: family.id,
  } as const;
  const { outcome } = await storeMoneyMails(table, family, body.money_mails, instantOf(now), [
    auditEventPut(table, now, event),
    ...others.map(({ email }) =>
      mailRequestPut(table, { kind: 'money-mails-changed', email, person: own.full_name, now }),
    ),
  ]);
  if (outcome === 'limited') throw tooManyInHour('changes', now);
  if (outcome === 'busy') throw busy();
  if (outcome !== 'done') throw problem('profileNotFound');
};

/**
 * Adds children to the caller's family (API-25). A repeated attempt returns the children that it added.
 * @throws ProblemError invalidRequest, sameChildName, tooManyChildren, tooManyChildNames, profileNotFound, tooManyChanges, busy
 */
export const addChildren: Operation<ProfileRoutes['addChildren'], TimedDeps> = async (
  { caller, body, idempotencyKey },
  deps,
) => {
  const { table, clock, timeZone } = deps;
  const now = clock();
  checkDatesOfBirth(body.children, toCalendarDate(now, timeZone));
  const children = makeChildren(caller.familyId, body.children, now, caller.userId);
  const result = await addStoredChildren(table, caller.familyId, children, {
    by: caller.userId,
    key: idempotencyKey,
    now,
  });
  return toAddedChildren(result, now, { sameName: 'sameChildName', gone: 'profileNotFound' });
};

/**
 * A child's key holds its family's id, so another family's child is not found (KID-01).
 * @throws ProblemError invalidRequest, childNotFound, changedMeanwhile, sameChildName, profileNotFound, tooManyChanges, busy
 */
export const updateChild: Operation<ProfileRoutes['updateChild'], TimedDeps> = async (
  { caller, params, body },
  { table, clock, timeZone },
) => {
  const now = clock();
  checkDateOfBirth(body, toCalendarDate(now, timeZone));
  const result = await updateStoredChild(table, caller.familyId, params.childId, body, {
    at: instantOf(now),
    by: caller.userId,
  });
  switch (result.outcome) {
    case 'done':
      return undefined;
    case 'no-child':
      throw problem('childNotFound');
    case 'same-name':
      throw problem('sameChildName', { name: result.name });
    case 'changed-meanwhile':
      throw changedMeanwhile(result.stored);
    case 'no-profile':
      throw problem('profileNotFound');
    case 'limited':
      throw tooManyInHour('changes', now);
    case 'busy':
      throw busy();
  }
};

export const updateCard: Operation<ProfileRoutes['updateCard'], TimedDeps> = async (
  { caller, params, body },
  { table, clock },
) => {
  const child = { parentId: caller.familyId, childId: params.childId };
  const result = await updateStoredCard(table, child, body, {
    at: instantOf(clock()),
    by: caller.userId,
  });
  switch (result.outcome) {
    case 'done':
      return result.child;
    case 'changed-meanwhile':
      throw changedMeanwhile(result.stored);
    case 'no-child':
      throw problem('childNotFound');
    case 'busy':
      throw busy();
  }
};

export const removeChild: Operation<ProfileRoutes['removeChild'], TimedDeps> = async (
  { caller, params },
  { table, clock, timeZone },
) => {
  const moment = businessMoment(clock(), timeZone);
  const result = await removeStoredChild(table, caller.familyId, params.childId, moment);
  switch (result.outcome) {
    case 'done':
      await dropApplicationsOfChild({ table, clock }, caller.familyId, params.childId);
      return undefined;
    case 'no-child':
      // An earlier request may have been interrupted after it removed the child.
      await dropApplicationsOfChild({ table, clock }, caller.familyId, params.childId);
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

/** For 14 days also an erased family whose second adult the caller was. @throws ProblemError profileNotFound */
export const exportMyData: Operation<ProfileRoutes['exportMyData'], TimedDeps> = async (
  { caller },
  { table, clock, timeZone },
) => {
  const now = clock();
  const data = await readFamilyExport(table, caller, { now, timeZone });
  if (!data) throw problem('profileNotFound');
  return { ...data, former_family: (await getErasedFamily(table, caller.userId, now)) ?? null };
};
