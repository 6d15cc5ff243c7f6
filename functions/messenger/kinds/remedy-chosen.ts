import { listCancellations } from '../../data/cancellations/cancellations.ts';
import {
  type CancelledPlace,
  type CancelledSession,
  listCancelledPlaces,
  readCancelledSession,
} from '../../data/cancellations/cancelled-places.ts';
import { settleCancellation } from '../../data/cancellations/settle-cancellation.ts';
import { readSessionCoaches } from '../../data/coaches/session-coaches.ts';
import { remedyChosenEmail } from '../../lib/email/templates/session-emails.ts';
import { byPerson } from './by-family.ts';
import type { Prepare } from './prepared.ts';

/**
 * Gives the credits first where that is the remedy, then tells the families what they get (CAN-03). No email is sent where
 * the session was brought back since.
 */
export const prepareRemedyChosen: Prepare<'remedy-chosen'> = async ({ audience, facts }, deps) => {
  const places: CancelledPlace[] = [];
  const sessions: CancelledSession[] = [];
  for (const session of audience.sessions) {
    const cancellation = (await listCancellations(deps.table, session)).find(
      ({ calendar_version }) => calendar_version === facts.calendar_version,
    );
    if (!cancellation) continue;
    // It was settled when the emails about the cancellation were sent; a credit that was chosen since is still to be given.
    await settleCancellation(cancellation, deps);
    const cancelled = await readCancelledSession(deps.table, cancellation);
    if (!cancelled) continue;
    // A credit is nothing to its coaches.
    if (cancelled.remedy.kind === 'make-up') sessions.push(cancelled);
    places.push(...(await listCancelledPlaces(deps.table, cancellation, cancelled)));
  }
  const remedied = places.filter(({ outcome: { kind } }) => kind === 'make-up' || kind === 'credit');
  const coached = await readSessionCoaches(deps.table, sessions);
  return byPerson(remedied, coached, deps, (own) => remedyChosenEmail(own, deps.siteUrl));
};
