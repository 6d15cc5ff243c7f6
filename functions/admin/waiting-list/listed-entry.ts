import type { Activity } from '#shared/schemas/activity';
import type { SlotId, UserId, WaitingEntryId } from '#shared/schemas/ids';
import { auditEventPut } from '../../data/audit/activity.ts';
import { listEntries, type StoredEntry } from '../../data/waiting/waiting-entries.ts';
import { problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

/** An entry of a slot's list. @throws ProblemError waitingEntryNotFound */
export const listedEntry = async (
  { slotId, entryId }: { readonly slotId: SlotId; readonly entryId: WaitingEntryId },
  { table }: AdminDeps,
): Promise<StoredEntry> => {
  const entry = (await listEntries(table, slotId)).find(({ id }) => id === entryId);
  if (!entry) throw problem('waitingEntryNotFound');
  return entry;
};

/** The write that logs what an administrator does with an entry or its offer. */
export const waitingAudit = (
  subject: Pick<StoredEntry, 'class_id'> & { readonly id: string },
  {
    actor,
    action,
    fields = [],
  }: { readonly actor: UserId; readonly action: Activity['action']; readonly fields?: string[] },
  { table, clock }: AdminDeps,
) =>
  auditEventPut(table, clock(), {
    actor_id: actor,
    action,
    subject_id: subject.id,
    class_id: subject.class_id,
    fields,
  });
