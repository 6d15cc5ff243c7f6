import { toCalendarDate } from '#shared/domain/time/business-time';
import { addChildren as addStoredChildren, makeChildren } from '../data/families/children.ts';
import { checkDatesOfBirth } from '../lib/http/check-dates-of-birth.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import { tooManyInHour } from '../lib/http/too-many-attempts.ts';
import type { TimedDeps } from '../timed-deps.ts';

/**
 * Adds children to the caller's family (API-25). The same attempt sent again adds none and answers with those that it added.
 * @throws ProblemError invalidRequest, sameChildName, tooManyChildren, tooManyChildNames, profileNotFound, tooManyChanges,
 *   busy
 */
export const addChildren: Operation<'addChildren', TimedDeps> = async (
  { caller, body, idempotencyKey },
  deps,
) => {
  const { table, clock, timeZone } = deps;
  const now = clock();
  checkDatesOfBirth(body.children, toCalendarDate(now, timeZone));
  const children = makeChildren(caller.userId, body.children, now);
  const result = await addStoredChildren(table, caller.userId, children, { key: idempotencyKey, now });
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
