import { isCurrentFamily, opensFor, opensForAll } from '#shared/domain/terms/openings';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import type { ClassSummary } from '#shared/schemas/class';
import type { Instant } from '#shared/schemas/values';
import { classRef } from '../classes/classes.ts';
import { batchRead } from '../dynamo/batch-get.ts';
import type { FamilyLedger } from '../ledger/family-ledger.ts';
import { placesIn } from '../ledger/places.ts';
import type { Table } from '../table.ts';

/** Whether a family is a current one, by its stored bookings. One consistent read of their classes. */
const readIsCurrent = async (
  table: Table,
  ledger: FamilyLedger | undefined,
  { today }: BusinessMoment,
): Promise<boolean> => {
  const places = ledger ? placesIn(ledger).filter(({ is_trial }) => !is_trial) : [];
  if (places.length === 0) return false;
  const refs = places.map(({ class_id }) => classRef(class_id));
  const read = await batchRead(table, refs, { consistent: true });
  return isCurrentFamily(
    refs.flatMap((ref) => read(ref) ?? []),
    today,
  );
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
  const isCurrent = cls.opens_for_current_at !== null && (await readIsCurrent(table, ledger, moment));
  return opensFor(cls, isCurrent, moment.now);
};
