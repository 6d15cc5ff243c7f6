import { isCurrentFamily, opensFor, opensForAll } from '#shared/domain/terms/openings';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import type { ClassSummary } from '#shared/schemas/class';
import type { UserId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import { classRef } from '../classes/classes.ts';
import { batchRead } from '../dynamo/batch-get.ts';
import { type FamilyLedger, familyLedgerRef } from '../ledger/family-ledger.ts';
import { placesIn } from '../ledger/places.ts';
import type { Table } from '../table.ts';

/** The classes of the full bookings that a family has stored. */
const fullClassRefs = (ledger: FamilyLedger | undefined) =>
  (ledger ? placesIn(ledger) : [])
    .filter(({ is_trial }) => !is_trial)
    .map(({ class_id }) => classRef(class_id));

/** Which ledgers are those of current families, by their stored bookings. One consistent read of the classes. */
const findCurrent = async <Ledger extends FamilyLedger | undefined>(
  table: Table,
  ledgers: readonly Ledger[],
  { today }: BusinessMoment,
): Promise<ReadonlySet<Ledger>> => {
  const refs = ledgers.flatMap(fullClassRefs);
  if (refs.length === 0) return new Set();
  const read = await batchRead(table, refs, { consistent: true });
  const isCurrent = (ledger: Ledger) =>
    isCurrentFamily(
      fullClassRefs(ledger).flatMap((ref) => read(ref) ?? []),
      today,
    );
  return new Set(ledgers.filter(isCurrent));
};

/** Which of some families are current ones. Two consistent reads, of their ledgers and of the classes of these. */
export const readCurrentFamilies = async (
  table: Table,
  parentIds: readonly UserId[],
  moment: BusinessMoment,
): Promise<ReadonlySet<UserId>> => {
  if (parentIds.length === 0) return new Set();
  const ids = [...new Set(parentIds)];
  const read = await batchRead(table, ids.map(familyLedgerRef), { consistent: true });
  const ledgers = ids.map((id) => read(familyLedgerRef(id)));
  const current = await findCurrent(table, ledgers, moment);
  return new Set(ids.filter((_, index) => current.has(ledgers[index])));
};

/**
 * When a class opens for a family; null once that is now. No request for a class that is open for everybody. Otherwise the
 * family's classes are read: whether it is a current one changes with their dates.
 */
export const readFamilyOpening = async (
  table: Table,
  cls: ClassSummary,
  ledger: FamilyLedger | undefined,
  moment: BusinessMoment,
): Promise<Instant | null> => {
  if (opensForAll(cls, moment.now) === null) return null;
  const mayBeCurrent = cls.opens_for_current_at !== null && ledger !== undefined;
  const isCurrent = mayBeCurrent && (await findCurrent(table, [ledger], moment)).has(ledger);
  return opensFor(cls, isCurrent, moment.now);
};
