import { settleLists } from '#functions/messenger/settle-lists';
import { at } from '#infra/testing/samples/at';
import { startWaitingSystem } from '#infra/testing/services/waiting-system';
import type { MeasuredOperation } from './operations.ts';

/** Executes the work of a waiting list of one family once on a real engine, and records its database cost. */
export const runWaitingOperations = async (): Promise<MeasuredOperation[]> => {
  const system = await startWaitingSystem();
  const { table } = system;
  try {
    const { cls, booked } = await system.fullClass();
    const family = await system.familyOf('Robin');
    await system.deliver();
    const measured: MeasuredOperation[] = [];
    const measure = async (name: string, work: () => Promise<{ readonly status: number }>) => {
      const { result, cost } = await table.measure(work);
      measured.push({ name, result: String(result.status), cost });
    };
    const measureMail = async (name: string) => {
      const records = await system.freshRecords();
      const before = system.mails.length;
      const { cost } = await table.measure(() => system.hand(records));
      measured.push({ name, result: `${system.mails.length - before} email`, cost });
    };
    await measure('joinWaitingList', () => system.join(family, cls));
    await measureMail('mailer: on a waiting list');
    await measure('getMyWaiting', () => system.asFamily(family, 'getMyWaiting'));
    await system.cancel(at(booked, 0).booking);
    const { id } = at(cls.time_slots, 0);
    const asking = await table.measure(() => settleLists([{ class_id: cls.id, id }], system.deps));
    measured.push({ name: 'messenger: a place is offered', result: 'offered', cost: asking.cost });
    await measureMail('mailer: offer of a place');
    const offer = at(await system.offersOf(cls), 0);
    const taking = { params: { offerId: offer.id }, body: { calendar_version: 0 } };
    await measure('takeMyOffer', () => system.asFamily(family, 'takeMyOffer', taking));
    return measured;
  } finally {
    await system.stop();
  }
};
