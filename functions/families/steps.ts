import type { FootballClass } from '#shared/classes/class';
import type { NewChild } from '#shared/families/child-input';
import { dateOfBirthIssue } from '#shared/families/children';
import type { Child } from '#shared/families/family';
import { toCalendarDate } from '#shared/lib/business-time';
import type { FamilyId, UserId } from '#shared/lib/ids';
import type { CalendarDate } from '#shared/lib/values';
import type { TimeSlot } from '#shared/sessions/slot';
import { recordView } from '../across/cards.ts';
import type { TimedDeps } from '../lib/deps.ts';
import type { Caller } from '../lib/http/caller.ts';
import { busy, problem, tooManyInHour } from '../lib/http/problem-error.ts';
import { cardViewUnrecorded, log } from '../lib/log.ts';
import type { AddChildrenOutcome } from './children.ts';

interface ShownChild {
  readonly child_id: Child['id'];
  /** The accounts of the family, which are not recorded as readers. */
  readonly members: readonly { readonly id: UserId }[];
}

interface ShownSession {
  readonly cls: Pick<FootballClass, 'class_type' | 'venue'>;
  readonly slot: Pick<TimeSlot, 'id' | 'start_time' | 'end_time'>;
  /** Null for a roster, which is of all dates of its slot. */
  readonly date: CalendarDate | null;
}

/**
 * Before the answer shows children's cards (SEE-01), except to their own adults.
 * @param where the session, or the family whose page is read
 * @throws what the write throws: then nothing may be shown
 */
export const recordCardView = async (
  { table, clock, timeZone }: TimedDeps,
  { userId, role }: Pick<Caller, 'userId' | 'role'>,
  where: ShownSession | { readonly parentId: FamilyId },
  children: readonly ShownChild[],
): Promise<void> => {
  const others = children.filter(({ members }) => members.every(({ id }) => id !== userId));
  const isFamily = 'parentId' in where;
  await recordView(table, isFamily ? where.parentId : where.slot.id, {
    viewer_id: userId,
    role,
    day: toCalendarDate(clock(), timeZone),
    child_ids: new Set(others.map(({ child_id }) => child_id)),
    session: isFamily
      ? null
      : {
          class_type: where.cls.class_type,
          venue: where.cls.venue,
          start_time: where.slot.start_time,
          end_time: where.slot.end_time,
          date: where.date,
        },
  });
};

/** For coaches, or an administrator, around the session (COA-06). Shown even if this fails: safety first; an alarm counts. */
export const recordRegisterView = async (...view: Parameters<typeof recordCardView>): Promise<void> => {
  try {
    await recordCardView(...view);
  } catch (error) {
    log.error(cardViewUnrecorded, error);
  }
};

/** A schema has no clock. @throws ProblemError invalidRequest, naming the field */
export const checkDateOfBirth = (
  { date_of_birth }: { readonly date_of_birth?: CalendarDate | undefined },
  today: CalendarDate,
): void => {
  if (!date_of_birth) return;
  const message = dateOfBirthIssue(date_of_birth, today);
  if (message) throw problem('invalidRequest', {}, { issues: [{ field: 'date_of_birth', message }] });
};

export const checkDatesOfBirth = (
  children: readonly Pick<NewChild, 'date_of_birth'>[],
  today: CalendarDate,
): void => {
  const issues = children.flatMap(({ date_of_birth }, index) => {
    const message = dateOfBirthIssue(date_of_birth, today);
    return message ? [{ field: `children.${index}.date_of_birth`, message }] : [];
  });
  if (issues.length > 0) throw problem('invalidRequest', {}, { issues });
};

export const toAddedChildren = (
  result: AddChildrenOutcome,
  now: Date,
  {
    sameName,
    gone,
  }: {
    readonly sameName: 'sameChildName' | 'childNameTaken';
    readonly gone: 'profileNotFound' | 'parentNotFound';
  },
): { children: Child[] } => {
  switch (result.outcome) {
    case 'added':
      return { children: [...result.children] };
    case 'too-many':
      throw problem('tooManyChildren');
    case 'too-many-names':
      throw problem('tooManyChildNames');
    case 'same-name':
      throw problem(sameName, { name: result.name });
    case 'no-profile':
      throw problem(gone);
    case 'limited':
      throw tooManyInHour('changes', now);
    case 'busy':
      throw busy();
  }
};
