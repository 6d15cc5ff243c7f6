import { policies } from '#shared/policies';
import type { RecipientState } from '#shared/schemas/message';
import type { Instant } from '#shared/schemas/values';

interface Emailed {
  readonly state: RecipientState;
  /** When it got this state. */
  readonly state_at: Instant;
}

/** Whether the email arrived: delivered, and not bounced since. A complaint is about an email that arrived. */
export const isReached = ({ state }: Pick<Emailed, 'state'>): boolean =>
  state === 'delivered' || state === 'complained';

/** States after which no further event is expected. */
const endsUnreached: ReadonlySet<RecipientState> = new Set(['held-back', 'unknown', 'bounced']);

/** Whether a family is to be called: it is not reached, and has no event for some minutes (CAN-12). */
export const isToCall = (emailed: Emailed, now: Date): boolean => {
  if (isReached(emailed)) return false;
  if (endsUnreached.has(emailed.state)) return true;
  const waitedMs = now.getTime() - Date.parse(emailed.state_at);
  return waitedMs >= policies.cancelledSession.callAfterMinutes * 60_000;
};
