import { randomUUID } from 'node:crypto';
import { type RequestCost, unitsOf } from '#infra/testing/table/record-costs';
import { routes } from '#shared/contract/routes';
import { minuteMs } from '#shared/lib/durations';
import { idempotencyKeyHeader } from '#shared/lib/ids';
import { limits } from '#shared/limits';
import type { World } from '../../local/seed/world.ts';
import { interruptAt } from '../../testing/mutants/mutant.ts';
import { bookedClass } from '../../testing/samples/stored.ts';
import { adminApi } from '../../testing/services/admin-api.ts';
import { messageSteps } from '../../testing/services/message-system.ts';
import { startSystem } from '../../testing/services/system.ts';
import { storeLoad } from '../load/store-load.ts';
import { type Figures, rounded } from './report.ts';

const classes = 200;
const familiesOfClass = 25;

const makeTerm = (): World => {
  const made = Array.from({ length: classes }, () => bookedClass(familiesOfClass, familiesOfClass));
  return {
    classes: made.map(({ cls }) => cls),
    families: made.flatMap(({ families }) => families),
    bookings: made.flatMap(({ bookings }) => bookings),
  };
};

const unitsOfKind = (cost: readonly RequestCost[], isWrite: boolean): number =>
  unitsOf(cost.filter(({ operation }) => /Put|Update|Write|Delete/.test(operation) === isWrite));

/** Measures planning and publishing a term, interrupted once in the middle of each part of the messenger's work. */
export const measureTerm = async (): Promise<Figures> => {
  const system = await startSystem(messageSteps);
  try {
    const { table, deps } = system;
    const load = makeTerm();
    await storeLoad(table, load);
    const admin = adminApi({ table, clock: deps.clock });
    const rows: Figures['rows'][number][] = [];
    const step = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
      const begun = performance.now();
      const { result, cost } = await table.measure(work);
      rows.push({
        name,
        seconds: rounded((performance.now() - begun) / 1000),
        requests: cost.length,
        'read units': rounded(unitsOfKind(cost, false), 0),
        'write units': rounded(unitsOfKind(cost, true), 0),
        emails: system.mails.length,
      });
      console.log(`${name}: ${rows.at(-1)?.seconds} s`);
      return result;
    };
    const plan = { first_week: '2025-11-03', weeks: 6, skipped_dates: [], price_change: { by: 'nothing' } };
    const drafts = await step('planning', async () => {
      const made = [];
      for (let from = 0; from < classes; from += limits.plannedAtOnce) {
        const part = load.classes.slice(from, from + limits.plannedAtOnce);
        const body = { plan, classes: part.map(({ id }) => ({ id, version: 1 })) };
        made.push(...routes.planTerm.response.parse((await admin.call('planTerm', { body })).body).drafts);
      }
      return made;
    });
    await step('publishing: the answer', () =>
      admin.call('publishTerm', {
        body: { drafts: drafts.map(({ id }) => ({ id, version: 1 })), keep_until: '2025-10-07' },
        headers: { [idempotencyKeyHeader.toLowerCase()]: randomUUID() },
      }),
    );
    const records = await system.waiting();
    const interrupted = async (name: string, request: number) => {
      await step(name, () =>
        system.deliver(records, { table: interruptAt(request, 'after').table(table) }).then(
          () => {},
          () => system.passTime(6 * minuteMs),
        ),
      );
    };
    await interrupted('messenger, interrupted while it keeps places', classes * 25);
    await interrupted('messenger, interrupted while it sends', classes * 80);
    await step('messenger, to the end', async () => {
      system.passTime(6 * minuteMs);
      await system.deliver(records);
      await system.tick();
      await system.settle();
    });
    const recipients = new Set(system.mails.map(({ to }) => to));
    if (recipients.size !== system.mails.length) throw new Error('A family got two emails');
    return {
      title: 'Publishing a term',
      method: `${classes} classes with ${classes * familiesOfClass} families, on the local engine without a pause between emails. ${recipients.size} families got one email each, nobody two; a run that is interrupted while it sends leaves what it was sending for a person.`,
      rows,
    };
  } finally {
    await system.stop();
  }
};
