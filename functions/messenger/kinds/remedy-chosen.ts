import { listCancellations } from '../../data/cancellations/cancellations.ts';
import { type CancelledPlace, listCancelledPlaces } from '../../data/cancellations/cancelled-places.ts';
import { settleCancellation } from '../../data/cancellations/settle-cancellation.ts';
import { remedyChosenEmail } from '../../lib/email/templates/session-emails.ts';
import { byFamily } from './by-family.ts';
import type { Prepare } from './prepared.ts';

/**
 * Gives the credits first where that is the remedy, then tells the families what they get (CAN-03). No email is sent where
 * the session was brought back since.
 */
export const prepareRemedyChosen: Prepare<'remedy-chosen'> = async ({ audience, facts }, deps) => {
  const places: CancelledPlace[] = [];
  for (const session of audience.sessions) {
    const cancellation = (await listCancellations(deps.table, session)).find(
      ({ calendar_version }) => calendar_version === facts.calendar_version,
    );
    if (!cancellation) continue;
    // It was settled when the emails about the cancellation were sent; a credit that was chosen since is still to be given.
    await settleCancellation(cancellation, deps);
    places.push(...(await listCancelledPlaces(deps.table, cancellation)));
  }
  const remedied = places.filter(({ outcome: { kind } }) => kind === 'make-up' || kind === 'credit');
  return byFamily(remedied, deps, (own) => remedyChosenEmail(own, deps.siteUrl));
};
