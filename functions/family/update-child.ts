import { healthNeeded } from '#shared/domain/children/health';
import { toCalendarDate } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import { updateChild as updateStoredChild } from '../data/families/update-child.ts';
import { checkDateOfBirth } from '../lib/http/check-dates-of-birth.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import { tooManyInHour } from '../lib/http/too-many-attempts.ts';
import type { TimedDeps } from '../timed-deps.ts';

/**
 * Changes one of the caller's children (KID-01). Another family's child is not found: its key holds its parent's id.
 * @throws ProblemError invalidRequest, childNotFound, sameChildName, profileNotFound, tooManyChanges, busy
 */
export const updateChild: Operation<'updateChild', TimedDeps> = async (
  { caller, params, body },
  { table, clock, timeZone },
) => {
  const now = clock();
  checkDateOfBirth(body, toCalendarDate(now, timeZone));
  const { outcome } = await updateStoredChild(table, caller.userId, params.childId, body, instantOf(now));
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
