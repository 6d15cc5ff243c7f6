import type { BusinessMoment } from '#shared/domain/time/business-time';
import { formatDeadline } from '#shared/domain/time/deadline';
import type { ClassSummary } from '#shared/schemas/class';
import { readFamilyOpening } from '../data/joins/family-opening.ts';
import type { FamilyLedger } from '../data/ledger/family-ledger.ts';
import type { Table } from '../data/table.ts';
import { problem } from './http/problem-error.ts';

/**
 * Refuses a place in a class that is not open for the family yet (TRM-06). A change of the openings raises the calendar of
 * the class's slots, which the transaction requires as it was read: so the openings hold in the transaction too.
 * @throws ProblemError notOpenYet
 */
export const checkOpening = async (
  cls: ClassSummary,
  ledger: FamilyLedger,
  moment: BusinessMoment,
  { table }: { readonly table: Table },
): Promise<void> => {
  const opens = await readFamilyOpening(table, cls, ledger, moment);
  if (opens) throw problem('notOpenYet', { opens: formatDeadline(opens, moment) });
};
