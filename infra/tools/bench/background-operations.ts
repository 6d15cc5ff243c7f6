import { raiseState } from '#functions/data/messages/recipients';
import { sampleMessage } from '#infra/testing/samples/sample-message';
import { startMessageSystem } from '#infra/testing/services/message-system';
import { instantOf } from '#shared/domain/time/instant-of';
import { recipientIdSchema } from '#shared/schemas/ids';
import { storeBookedClass } from './booked-class.ts';
import type { MeasuredOperation } from './operations.ts';

/** Families that the measured message goes to. */
const measuredRecipients = 25;

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
