import { changesOf } from '#shared/domain/sessions/sessions';
import type { SessionKey } from '#shared/schemas/cancellation';
import type { MessageId, UserId } from '#shared/schemas/ids';
import { listBookingsOfSlots } from '../../data/bookings/bookings.ts';
import { listCancellations } from '../../data/cancellations/cancellations.ts';
import { bookingsInCancelled, settleCredits } from '../../data/cancellations/settle-cancellation.ts';
import { slotIn } from '../../data/classes/change-sessions.ts';
import { getManagedClass } from '../../data/classes/managed-classes.ts';
import { type ClassSession, readSessionCoaches } from '../../data/coaches/session-coaches.ts';
import { type SessionPlace, sessionRestoredEmail } from '../../lib/email/templates/session-emails.ts';
import type { MessengerDeps } from '../deps.ts';
import { byPerson } from './by-family.ts';
import type { Prepare } from './prepared.ts';

type FamilyPlace = SessionPlace & { readonly parentId: UserId; readonly age: number };

/** A session that a message says is on again, with its places; undefined where it was cancelled again since. */
const readRestored = async (
  session: SessionKey,
  messageId: MessageId,
  deps: MessengerDeps,
): Promise<{ readonly places: FamilyPlace[]; readonly session: ClassSession } | undefined> => {
  const cls = await getManagedClass(deps.table, session.class_id);
  const slot = cls && slotIn(cls, session.slot_id);
  const cancellation = (await listCancellations(deps.table, session)).find(
    ({ restored_by }) => restored_by === messageId,
  );
  if (!cls || !slot || !cancellation) return undefined;
  const { date } = session;
  const bookings = await listBookingsOfSlots(deps.table, cls.time_slots);
  await settleCredits(deps, { cls, slot, date }, bookings);
  if (changesOf(cls, slot).get(date)?.state === 'cancelled') return undefined;
  const places = bookingsInCancelled(bookings, cls, cancellation).map(
    ({ parent_id, child_name, child_age }) => ({
      ...{ parentId: parent_id, child: child_name, age: child_age, cls, slot, date },
    }),
  );
  return { places, session: { cls, slot, date } };
};

/** Settles the credits of live bookings first, then writes to the recipients of the cancellation (CAN-11). */
export const prepareSessionRestored: Prepare<'session-restored'> = async ({ id, audience, facts }, deps) => {
  const places: FamilyPlace[] = [];
  const sessions: ClassSession[] = [];
  for (const session of audience.sessions) {
    const restored = await readRestored(session, id, deps);
    if (!restored) continue;
    places.push(...restored.places);
    sessions.push(restored.session);
  }
  const coached = await readSessionCoaches(deps.table, sessions);
  return byPerson(places, coached, deps, (own) => sessionRestoredEmail(own, facts, deps.siteUrl));
};
