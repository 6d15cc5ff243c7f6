import { ContentionError } from '#functions/contention-error';
import { deleteFamily } from '#functions/data/deletions/delete-family';
import { removeChild as removeStoredChild } from '#functions/data/deletions/remove-child';
import { dropEntriesOfChild } from '#functions/data/waiting/drop-entry';
import { settleList } from '#functions/data/waiting/settle-list';
import { businessMoment } from '#shared/domain/time/business-time';
import { InjectedFault } from '../mutants/intercept.ts';
import { sampleTimeZone } from '../samples/samples.ts';
import type { ActOf } from './acts.ts';
import type { Carried } from './linearize.ts';
import { readStoredList } from './read-list.ts';
import type { SlotContext } from './slot-context.ts';

/** Does work that may be interrupted anywhere until it is done. */
const untilDone = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof InjectedFault) && !(error instanceof ContentionError)) throw error;
    }
  }
};

/** Removes a child; where an answer is lost, the entry of the child can remain until the list is processed. */
export const removeChild = async (
  { table, familyOf, depsAt }: SlotContext,
  { child, at }: ActOf<'remove-child'>,
): Promise<Carried> => {
  const { id } = familyOf(child).profile;
  const moment = businessMoment(new Date(at), sampleTimeZone);
  const { outcome } = await removeStoredChild(table, id, child, moment);
  if (outcome === 'busy') return 'not-tried';
  if (outcome !== 'done') return 'refused';
  await untilDone(() => dropEntriesOfChild(depsAt(at), id, child));
  return 'done';
};

export const erase = async ({ depsAt }: SlotContext, { parent, at }: ActOf<'erase'>): Promise<Carried> => {
  await untilDone(() => deleteFamily(depsAt(at), { userId: parent, by: 'parent' }));
  return 'done';
};

/** Closes the list, where there is one, at a moment after the last session. */
export const endClass = async (
  { table, cls, slotId, depsAt }: SlotContext,
  { at }: ActOf<'end-class'>,
): Promise<Carried> => {
  await untilDone(async () => {
    const { slot } = await readStoredList(table, cls.id, slotId);
    if (slot.waiting + slot.held > 0) await settleList({ class_id: cls.id, id: slotId }, depsAt(at));
  });
  return 'done';
};
