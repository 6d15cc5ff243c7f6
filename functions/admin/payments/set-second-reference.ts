import { foldReference } from '#shared/domain/bank/fold-reference';
import type { UserId } from '#shared/schemas/ids';
import type { SecondReference } from '#shared/schemas/second-reference';
import { auditEventPut } from '../../data/audit/activity.ts';
import { getActiveProfile } from '../../data/families/profiles.ts';
import { listLedgers } from '../../data/ledger/list-ledgers.ts';
import { setSecondReference as storeReference } from '../../data/ledger/references.ts';
import type { Table } from '../../data/table.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

/** Whether a text with one reference also has the other one: then no family is found by it. */
const overlaps = (one: string, other: string | undefined): boolean => {
  const [folded, otherFolded] = [foldReference(one), foldReference(other ?? '')];
  return otherFolded !== '' && (folded.includes(otherFolded) || otherFolded.includes(folded));
};

/** Whether another family has such a reference. Reads all ledgers. */
const isOthers = async (table: Table, userId: UserId, reference: SecondReference): Promise<boolean> =>
  (await listLedgers(table)).some(
    (ledger) =>
      ledger.parent_id !== userId &&
      [ledger.reference, ledger.second_reference].some((other) => overlaps(reference, other)),
  );

/**
 * Sets the second reference of a family, by which its payments are found too, or removes it (BNK-03); logs a change only.
 * @throws ProblemError parentNotFound, referenceTaken, busy
 */
export const setSecondReference: Operation<'setSecondReference', AdminDeps> = async (
  { caller, params: { parentId }, body: { second_reference } },
  { table, clock },
) => {
  if (!(await getActiveProfile(table, parentId))) throw problem('parentNotFound');
  if (second_reference && (await isOthers(table, parentId, second_reference)))
    throw problem('referenceTaken');
  const audit = auditEventPut(table, clock(), {
    actor_id: caller.userId,
    action: 'parent.updated',
    subject_id: parentId,
    fields: ['second_reference'],
  });
  const outcome = await storeReference(table, parentId, second_reference, [audit]);
  if (outcome === 'gone') throw problem('parentNotFound');
  if (outcome === 'taken') throw problem('referenceTaken');
  if (outcome === 'busy') throw busy();
};
