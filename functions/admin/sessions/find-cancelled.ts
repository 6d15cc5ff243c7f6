import type { CancelledChange } from '#shared/domain/bookings/session-claim';
import type { SessionKey } from '#shared/schemas/cancellation';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { TimeSlot } from '#shared/schemas/slot';
import { listCancellations, type StoredCancellation } from '../../data/cancellations/cancellations.ts';
import { changeOf } from '../../data/cancellations/settle-cancellation.ts';
import { slotIn } from '../../data/classes/change-sessions.ts';
import { getManagedClass } from '../../data/classes/managed-classes.ts';
import type { Table } from '../../data/table.ts';
import { problem } from '../../lib/http/problem-error.ts';

/** A session that was cancelled at some time. */
interface FoundSession {
  readonly cls: ManagedClass;
  readonly slot: TimeSlot;
  /** The cancellation that is in effect; undefined where the session was brought back. */
  readonly current:
    | { readonly cancellation: StoredCancellation; readonly change: CancelledChange }
    | undefined;
}

/**
 * Finds a session that was cancelled. Two consistent reads.
 * @throws ProblemError classNotFound; sessionNotFound also where the session was never cancelled
 */
export const findCancelled = async (table: Table, session: SessionKey): Promise<FoundSession> => {
  const cls = await getManagedClass(table, session.class_id);
  if (!cls || cls.deleting) throw problem('classNotFound');
  const slot = slotIn(cls, session.slot_id);
  const all = slot ? await listCancellations(table, session) : [];
  if (!slot || all.length === 0) throw problem('sessionNotFound');
  const [current] = all.flatMap((cancellation) => {
    const change = changeOf(cls, cancellation);
    return change ? [{ cancellation, change }] : [];
  });
  return { cls, slot, current };
};
