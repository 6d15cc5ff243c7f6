import type { ManagedClass } from '#shared/schemas/class-input';
import { listAgain } from '../../data/classes/current-classes.ts';
import * as drafts from '../../data/classes/drafts.ts';
import { getManagedClass } from '../../data/classes/managed-classes.ts';
import { repeatRefused } from '../../data/repeat-refused.ts';
import type { Operation, OperationRequest } from '../../lib/http/create-handler.ts';
import { problem } from '../../lib/http/problem-error.ts';
import { publishAsClass } from '../../lib/publish-as-class.ts';
import { checkPicture } from '../classes/check-picture.ts';
import type { AdminDeps } from '../deps.ts';
import { chosenVenue } from '../venues/venues.ts';

/** One attempt of `publishDraft`. @returns undefined where draft or venue was changed since it was read */
const publish = async (
  { caller, params, body }: OperationRequest<'publishDraft'>,
  { table, clock, timeZone, pictureHosts }: AdminDeps,
): Promise<ManagedClass | undefined> => {
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
  return publishAsClass(draft, { venue, by: caller.userId }, { table, clock, timeZone });
};

/**
 * Makes a draft a class that everybody sees, and logs it, in one transaction (TRM-01). Sent again it answers with the class.
 * @throws ProblemError draftNotFound, classChanged, invalidRequest, busy
 */
export const publishDraft: Operation<'publishDraft', AdminDeps> = (request, deps) =>
  repeatRefused(() => publish(request, deps));
