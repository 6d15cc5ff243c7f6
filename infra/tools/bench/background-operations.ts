import { bookingItem } from '#functions/data/bookings/bookings';
import { batchPut } from '#functions/data/dynamo/batch-write';
import { profileItem } from '#functions/data/families/stored-profile';
import { raiseState } from '#functions/data/messages/recipients';
import type { Table } from '#functions/data/table';
import { putClass } from '#infra/local/seed/put-class';
import { at } from '#infra/testing/samples/at';
import { sampleBooking } from '#infra/testing/samples/sample-booking';
import { sampleMessage } from '#infra/testing/samples/sample-message';
import { sampleClass, sampleFamily } from '#infra/testing/samples/samples';
import { startMessageSystem } from '#infra/testing/services/message-system';
import { instantOf } from '#shared/domain/time/instant-of';
import { limits } from '#shared/limits';
import type { FootballClass } from '#shared/schemas/class';
import { recipientIdSchema } from '#shared/schemas/ids';
import type { MeasuredOperation } from './operations.ts';

/** Families that the measured message goes to. */
const measuredRecipients = 25;

/** Stores a class that families have booked, one child each. */
const storeBookedClass = async (table: Table, families: number): Promise<FootballClass> => {
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

/** Executes the work of `timer`, `messenger` and `bounces` once on a real engine, and records its database cost. */
export const runBackgroundOperations = async (): Promise<MeasuredOperation[]> => {
  const system = await startMessageSystem();
  const { table } = system;
  try {
    await system.scheduleDaily();
    const tick = await table.measure(() => system.tick());
    const cls = await storeBookedClass(table, measuredRecipients);
    const message = await system.store(sampleMessage({ audience: { kind: 'class', class_id: cls.id } }));
    const records = await system.waiting();
    const sending = await table.measure(() => system.deliver(records));
    const change = { messageId: message.id, at: instantOf(system.now()) };
    const recipient = recipientIdSchema.parse(system.mails[0]?.tags.recipient);
    const report = await table.measure(() => raiseState(table, change, recipient, 'delivered'));
    return [
      { name: 'timer: nothing is due', result: 'done', cost: tick.cost },
      {
        name: 'messenger: a message to 25 families',
        result: `${system.mails.length} emails`,
        cost: sending.cost,
      },
      { name: 'bounces: a report', result: report.result ? 'stored' : 'known', cost: report.cost },
    ];
  } finally {
    await system.stop();
  }
};
