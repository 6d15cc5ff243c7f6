import { auditEventPut } from '../../data/audit/activity.ts';
import { createClassOnce } from '../../data/classes/create-class-once.ts';
import { newClassId } from '../../data/ids.ts';
import { sameVenue } from '../../data/venues/venues.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';
import { chosenVenue } from '../venues/venues.ts';
import { checkPicture } from './check-picture.ts';
import { enteredClass } from './entered-class.ts';

/** Stores a class with its slots and its total price, once per attempt (API-06, PRC-16). */
export const createClass: Operation<'createClass', AdminDeps> = async (
  { caller, body, idempotencyKey },
  { table, clock, pictureHosts },
) => {
  checkPicture(body.image_url, { pictureHosts });
  const venue = await chosenVenue({ table }, body.venue_id);
  const now = clock();
  const id = newClassId(now);
  const cls = enteredClass(body, { id, venue, by: caller.userId, now });
  const event = { actor_id: caller.userId, action: 'class.created', subject_id: id, class_id: id } as const;
  const attempt = { by: caller.userId, key: idempotencyKey, now };
  const writes = [auditEventPut(table, now, event), sameVenue(table, venue)];
  const created = await createClassOnce(table, cls, attempt, writes);
  // Refused: the venue was changed or deleted since it was read. The client retries.
  if (!created) throw busy();
  return created;
};
