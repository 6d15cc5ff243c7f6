import type { MessageOf } from '#shared/schemas/message';
import { listCancellations, type StoredCancellation } from '../../data/cancellations/cancellations.ts';
import {
  type CancelledPlace,
  type CancelledSession,
  listCancelledPlaces,
  readCancelledSession,
} from '../../data/cancellations/cancelled-places.ts';
import { settleCancellation } from '../../data/cancellations/settle-cancellation.ts';
import { readSessionCoaches } from '../../data/coaches/session-coaches.ts';
import { sessionsCancelledEmail } from '../../lib/email/templates/session-emails.ts';
import { cancellationCompletionMs } from '../../limits.ts';
import type { MessengerDeps } from '../deps.ts';
import { byPerson } from './by-family.ts';
import type { Prepare } from './prepared.ts';

/**
 * The cancellations that belong to a message.
 * @throws Error while the request that made the message may still be cancelling sessions of other classes: one email
 *   names all of a family's
 */
const ownCancellations = async (
  { id, audience, created_at }: MessageOf<'session-cancelled'>,
  { table, clock }: MessengerDeps,
): Promise<StoredCancellation[]> => {
  const all = await Promise.all(audience.sessions.map((session) => listCancellations(table, session)));
  const own = all.flat().filter(({ message_id }) => message_id === id);
  // What another request cancelled is told by its message.
  const isComplete = all.every((cancellations) =>
    cancellations.some(({ message_id, restored_by }) => message_id === id || restored_by === undefined),
  );
  if (!isComplete && clock().getTime() - Date.parse(created_at) < cancellationCompletionMs)
    throw new Error('The cancellation is not complete yet');
  return own;
};

/**
 * Moves trials and gives credits first: the emails say what came of them. It is read anew for each run, so that a session
 * that was brought back is not cancelled by an email.
 */
export const prepareSessionCancelled: Prepare<'session-cancelled'> = async (message, deps) => {
  const cancellations = await ownCancellations(message, deps);
  for (const cancellation of cancellations)
    if (!cancellation.is_settled) await settleCancellation(cancellation, deps);
  const places: CancelledPlace[] = [];
  const sessions: CancelledSession[] = [];
  for (const cancellation of await ownCancellations(message, deps)) {
    const session = await readCancelledSession(deps.table, cancellation);
    if (!session) continue;
    sessions.push(session);
    places.push(...(await listCancelledPlaces(deps.table, cancellation, session)));
  }
  const coached = await readSessionCoaches(deps.table, sessions);
  return byPerson(places, coached, deps, (own) => sessionsCancelledEmail(own, message.facts, deps.siteUrl));
};
