import type { BusinessMoment } from '#shared/domain/time/business-time';
import { formatDeadline } from '#shared/domain/time/deadline';
import type { ClassSummary } from '#shared/schemas/class';
import type { Instant } from '#shared/schemas/values';
import { readFamilyOpening } from '../data/joins/family-opening.ts';
import type { FamilyLedger } from '../data/ledger/family-ledger.ts';
import type { Table } from '../data/table.ts';
import { problem } from './http/problem-error.ts';

/** @throws ProblemError notOpenYet */
export const throwIfOpensLater = (opens: Instant | null, moment: BusinessMoment): void => {
  if (opens) throw problem('notOpenYet', { opens: formatDeadline(opens, moment) });
};

/**
 * Refuses a place in a class, or on its waiting list, that is not open for the family yet (TRM-06, TRM-11). A change of the openings raises the calendar of
 * the class's slots, which the transaction requires as it was read: so the openings hold in the transaction too.
 * @throws ProblemError notOpenYet
 */
export const checkOpening = async (
  cls: ClassSummary,
  ledger: FamilyLedger,
  moment: BusinessMoment,
  { table }: { readonly table: Table },
): Promise<void> => {
  throwIfOpensLater(await readFamilyOpening(table, cls, ledger, moment), moment);
};
