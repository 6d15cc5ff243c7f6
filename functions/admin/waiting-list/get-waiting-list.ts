import { businessMoment } from '#shared/domain/time/business-time';
import type { Activity } from '#shared/schemas/activity';
import type { SlotId, UserId, WaitingEntryId } from '#shared/schemas/ids';
import { auditEventPut } from '../../data/audit/activity.ts';
import { readListedSlot } from '../../data/waiting/ask-list.ts';
import { describeList } from '../../data/waiting/describe-list.ts';
import { listEntries, type StoredEntry } from '../../data/waiting/waiting-entries.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
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

/** The waiting list of a slot (WAI-11). @throws ProblemError slotNotFound */
export const getWaitingList: Operation<'getWaitingList', AdminDeps> = async (
  { params },
  { table, clock, timeZone },
) => {
  const [listed, entries] = await Promise.all([
    readListedSlot(table, params.classId, params.slotId),
    listEntries(table, params.slotId),
  ]);
  if (!listed) throw problem('slotNotFound');
  const moment = businessMoment(clock(), timeZone);
  return { entries: await describeList(table, entries, listed, moment), kept: listed.slot.kept };
};
