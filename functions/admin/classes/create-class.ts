import { coachingChange } from '#shared/domain/coaches/coaching-change';
import { toCalendarDate } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import { auditEventPut } from '../../data/audit/activity.ts';
import { createClassOnce } from '../../data/classes/create-class-once.ts';
import { coachingMessage } from '../../data/coaches/coaching-message.ts';
import { newClassId } from '../../data/ids.ts';
import { repeatRefused } from '../../data/repeat-refused.ts';
import { sameVenue } from '../../data/venues/venues.ts';
import { enteredClass } from '../../lib/entered-class.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { checkCoaches } from '../coaches/check-coaches.ts';
import type { AdminDeps } from '../deps.ts';
import { chosenVenue } from '../venues/venues.ts';
import { checkOpenings } from './check-openings.ts';
import { checkPicture } from './check-picture.ts';

/**
 * Stores a class with its slots and its total price, once per attempt (API-06, PRC-16). It is repeated where the venue changed
 * since it was read.
 * @throws ProblemError invalidRequest, busy
 */
export const createClass: Operation<'createClass', AdminDeps> = async (
  { caller, body, idempotencyKey },
  { table, clock, timeZone, pictureHosts },
) => {
  checkPicture(body.image_url, { pictureHosts });
  checkOpenings(body, { timeZone });
  await checkCoaches(table, [], body.coach_ids ?? []);
  const now = clock();
  const id = newClassId(now);
  const event = { actor_id: caller.userId, action: 'class.created', subject_id: id, class_id: id } as const;
  const attempt = { by: caller.userId, key: idempotencyKey, now };
  return repeatRefused(async () => {
    const venue = await chosenVenue({ table }, body.venue_id);
    const cls = enteredClass(body, { id, venue, by: caller.userId, now });
    const coaching = coachingChange({ after: cls }, toCalendarDate(now, timeZone));
    return createClassOnce(table, cls, attempt, [
      auditEventPut(table, now, event),
      sameVenue(table, venue),
      ...coachingMessage(table, coaching, {
        ...{ classId: id, cause: 'created', by: caller.userId, at: instantOf(now) },
      }),
    ]);
  });
};
