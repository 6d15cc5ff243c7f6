import { randomUUID } from 'node:crypto';
import { sampleMessage } from '#infra/testing/samples/sample-message';
import { adminApi } from '#infra/testing/services/admin-api';
import { startMessageSystem } from '#infra/testing/services/message-system';
import { date } from '#shared/testing/values';
import { storeBookedClass } from './booked-class.ts';
import { rounded } from './statistics.ts';
import type { Figures } from './table.ts';

const families = 1_000;

/** Processor time of this process, in milliseconds. The database engine is another process. */
const ownMs = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

/** A cancellation for 1,000 families, and a message to them. */
export const measureMessages = async (): Promise<Figures> => {
  const system = await startMessageSystem();
  const { table } = system;
  try {
    const cls = await storeBookedClass(table, families);
    const cancel = () =>
      adminApi({ table, clock: system.now }).call('cancelSessions', {
        headers: { 'idempotency-key': randomUUID() },
        body: {
          target: { kind: 'class-day', class_id: cls.id, date: date('2025-09-27') },
          ...{ reason: 'weather', note: null, remedy: { kind: 'later' } },
        },
      });
    const cancelMs = await ownMs(cancel);
    await system.settle();
    await system.store(sampleMessage({ audience: { kind: 'class', class_id: cls.id } }));
    const [sentBefore, begunAt] = [system.mails.length, system.now().getTime()];
    let requests = 0;
    const sendMs = await ownMs(async () => {
      const { cost } = await table.measure(system.settle);
      // The test's own reading of what waits.
      requests = cost.filter(({ operation }) => operation !== 'Scan').length;
    });
    const seconds = (system.now().getTime() - begunAt) / 1_000;
    const sent = system.mails.length - sentBefore;
    return {
      title: `A message to ${families.toLocaleString('en')} families`,
      method:
        'The messenger with a real engine on a virtual clock, at 11 emails a second. Requests are those to the table and to SES.',
      rows: [
        { figure: 'own processor time of the request that cancels, ms', value: rounded(cancelMs) },
        { figure: 'emails sent', value: sent },
        { figure: 'seconds at the configured rate', value: rounded(seconds) },
        { figure: 'requests for each email', value: rounded((requests + sent) / sent) },
        { figure: 'own processor time for each email, ms', value: rounded(sendMs / sent) },
      ],
    };
  } finally {
    await system.stop();
  }
};
