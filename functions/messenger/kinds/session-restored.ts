import { changesOf } from '#shared/domain/sessions/sessions';
import type { SessionKey } from '#shared/schemas/cancellation';
import type { MessageId, UserId } from '#shared/schemas/ids';
import { listBookingsOfSlots } from '../../data/bookings/bookings.ts';
import { listCancellations } from '../../data/cancellations/cancellations.ts';
import { bookingsInCancelled, settleCredits } from '../../data/cancellations/settle-cancellation.ts';
import { slotIn } from '../../data/classes/change-sessions.ts';
import { getManagedClass } from '../../data/classes/managed-classes.ts';
import { type SessionPlace, sessionRestoredEmail } from '../../lib/email/templates/session-emails.ts';
import type { MessengerDeps } from '../deps.ts';
import { byFamily } from './by-family.ts';
import type { Prepare } from './prepared.ts';

type FamilyPlace = SessionPlace & { readonly parentId: UserId; readonly age: number };

/** The places in a session that a message says is on again; none where it was cancelled again since. */
const restoredPlaces = async (
  session: SessionKey,
  messageId: MessageId,
  deps: MessengerDeps,
): Promise<FamilyPlace[]> => {
  const cls = await getManagedClass(deps.table, session.class_id);
  const slot = cls && slotIn(cls, session.slot_id);
  const cancellation = (await listCancellations(deps.table, session)).find(
    ({ restored_by }) => restored_by === messageId,
  );
  if (!cls || !slot || !cancellation) return [];
  const { date } = session;
  const bookings = await listBookingsOfSlots(deps.table, cls.time_slots);
  await settleCredits(deps, { cls, slot, date }, bookings);
  if (changesOf(cls, slot).get(date)?.state === 'cancelled') return [];
  return bookingsInCancelled(bookings, cls, cancellation).map(({ parent_id, child_name, child_age }) => ({
    ...{ parentId: parent_id, child: child_name, age: child_age, cls, slot, date },
  }));
};

/** Settles the credits of live bookings first, then writes to the recipients of the cancellation (CAN-11). */
export const prepareSessionRestored: Prepare<'session-restored'> = async ({ id, audience, facts }, deps) => {
  const places: FamilyPlace[] = [];
  for (const session of audience.sessions) places.push(...(await restoredPlaces(session, id, deps)));
  return byFamily(places, deps, (own) => sessionRestoredEmail(own, facts, deps.siteUrl));
};
