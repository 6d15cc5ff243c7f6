import { bookingItem } from '#functions/data/bookings/bookings';
import { batchPut } from '#functions/data/dynamo/batch-write';
import { profileItem } from '#functions/data/families/stored-profile';
import type { Table } from '#functions/data/table';
import { putClass } from '#infra/local/seed/put-class';
import { at } from '#infra/testing/samples/at';
import { sampleBooking } from '#infra/testing/samples/sample-booking';
import { sampleClass, sampleFamily } from '#infra/testing/samples/samples';
import { limits } from '#shared/limits';
import type { FootballClass } from '#shared/schemas/class';

/** Stores a class that families have booked, one child each. */
export const storeBookedClass = async (table: Table, families: number): Promise<FootballClass> => {
  const slots = Math.ceil(families / limits.slotCapacity);
  const cls = sampleClass({ capacities: Array.from({ length: slots }, () => limits.slotCapacity) });
  await putClass(table, cls);
  const made = Array.from({ length: families }, () => sampleFamily());
  await batchPut(
    table,
    made.flatMap((family, index) => [
      profileItem(family.profile, family.children),
      bookingItem(sampleBooking(cls, family, { time_slot_id: at(cls.time_slots, index % slots).id })),
    ]),
  );
  return cls;
};
