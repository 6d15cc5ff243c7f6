import { auditEventPut } from '../../data/audit/activity.ts';
import { asManaged } from '../../data/classes/classes.ts';
import { listAgain } from '../../data/classes/current-classes.ts';
import * as drafts from '../../data/classes/drafts.ts';
import { getManagedClass } from '../../data/classes/managed-classes.ts';
import { sameVenue } from '../../data/venues/venues.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import { checkPicture } from '../classes/check-picture.ts';
import { enteredClass } from '../classes/entered-class.ts';
import type { AdminDeps } from '../deps.ts';
import { chosenVenue } from '../venues/venues.ts';

/**
 * Makes a draft a class that everybody sees, and logs it, in one transaction (TRM-01). Sent again it answers with the class.
 * @throws ProblemError draftNotFound, classChanged, busy
 */
export const publishDraft: Operation<'publishDraft', AdminDeps> = async (
  { caller, params, body },
  { table, clock, pictureHosts },
) => {
  const draft = await drafts.getDraft(table, params.classId);
  if (!draft) {
    const published = await getManagedClass(table, params.classId);
    if (!published) throw problem('draftNotFound');
    await listAgain(table, published.id);
    return published;
  }
  if (draft.version !== body.version) throw problem('classChanged');
  checkPicture(draft.form.image_url, { pictureHosts });
  const venue = await chosenVenue({ table }, draft.form.venue_id);
  const now = clock();
  const cls = enteredClass(draft.form, { id: draft.id, venue, by: caller.userId, now });
  const event = {
    actor_id: caller.userId,
    action: 'class.published',
    subject_id: cls.id,
    class_id: cls.id,
  } as const;
  const writes = [auditEventPut(table, now, event), sameVenue(table, venue)];
  // Refused: draft or venue was changed since it was read. The client retries, and is told of a changed draft then.
  if ((await drafts.publishDraft(table, draft, cls, writes)) !== 'done') throw busy();
  // Its id is as old as the draft: the listing may begin after it.
  await listAgain(table, cls.id);
  return asManaged(cls);
};
