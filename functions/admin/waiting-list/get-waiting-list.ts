import { businessMoment } from '#shared/domain/time/business-time';
import { readListedSlot } from '../../data/waiting/ask-list.ts';
import { describeList } from '../../data/waiting/describe-list.ts';
import { listEntries } from '../../data/waiting/waiting-entries.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

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
