import { beforeEach, describe, expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import { at, formOf, sampleClass } from '#infra/testing/samples/samples';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import type { FootballClass } from '#shared/classes/class';
import type { SessionChange } from '#shared/sessions/slot';
import { cancelled, extra } from '#shared/testing/session-calendars';
import { date } from '#shared/testing/values';
import { listCurrentClasses } from './current-classes.ts';

const system = await startTests(messageSteps);
const { admin: owner } = system;

const day = 24 * 3_600_000;

/** Three terms of nine Saturdays, the first one begins on Sep 6. Each class is created when its term begins. */
let autumn: FootballClass;
let winter: FootballClass;
let spring: FootballClass;

beforeEach(async () => {
  const term = (start: string, end: string, now: string) => ({
    ...sampleClass({ now: new Date(now), capacities: [10, 10] }),
    start_date: date(start),
    end_date: date(end),
  });
  autumn = term('2025-09-06', '2025-11-01', '2025-09-01T09:00:00Z');
  winter = term('2025-11-08', '2026-01-24', '2025-11-01T09:00:00Z');
  spring = term('2026-01-31', '2026-04-11', '2026-01-20T09:00:00Z');
  for (const cls of [autumn, winter, spring]) await putClass(system.table, cls);
});

/** A night passes at a moment: the daily work is done. */
const nightBefore = async (moment: string): Promise<void> => {
  system.setTime(new Date(new Date(moment).getTime() - day));
  await system.scheduleDaily();
  system.setTime(new Date(moment));
  await system.tick();
};

const listed = async () => (await listCurrentClasses(system.table)).map(({ id }) => id);
const ids = (...classes: readonly FootballClass[]) => classes.map(({ id }) => id);

describe('the classes that the listing reads', () => {
  it('are all of them until one is over for a month', async () => {
    expect(await listed()).toEqual(ids(spring, winter, autumn));
    await nightBefore('2025-11-30T12:00:00Z');
    expect(await listed()).toEqual(ids(spring, winter, autumn));
    await nightBefore('2025-12-05T12:00:00Z');
    expect(await listed()).toEqual(ids(spring, winter));
  });

  it('include one that is over while an older class is not', async () => {
    await owner.call('updateClass', {
      params: { classId: autumn.id },
      body: { ...formOf(autumn), end_date: date('2026-04-25') },
    });
    await nightBefore('2026-03-15T12:00:00Z');
    expect(await listed()).toEqual(ids(spring, winter, autumn));
  });

  it('include a class again at once whose end an administrator moves to a later day', async () => {
    await nightBefore('2026-03-15T12:00:00Z');
    expect(await listed()).toEqual(ids(spring));
    const body = { ...formOf(winter), end_date: date('2026-04-25') };
    expect(await owner.call('updateClass', { params: { classId: winter.id }, body })).toMatchObject({
      status: 200,
    });
    expect(await listed()).toEqual(ids(spring, winter));
    await nightBefore('2026-03-17T12:00:00Z');
    expect(await listed()).toEqual(ids(spring, winter));
  });

  const reasons: Record<string, SessionChange> = {
    'has a make-up session to come': extra('2026-03-28'),
    'has a cancelled session whose make-up is chosen later': cancelled('2025-10-04', {
      remedy: { kind: 'later' },
    }),
  };
  it.each(Object.entries(reasons))(
    'include one that %s, months after its end [CAL-01]',
    async (_, change) => {
      const cls = sampleClass({ now: new Date('2025-09-02T09:00:00Z') });
      await putClass(system.table, {
        ...cls,
        session_changes: [{ ...change, slot_id: at(cls.time_slots, 0).id }],
      });
      await nightBefore('2026-03-15T12:00:00Z');
      expect(await listed()).toEqual([...ids(spring, winter), cls.id]);
    },
  );

  it('are those that are stored where no class is left', async () => {
    await nightBefore('2026-08-01T12:00:00Z');
    expect(await listed()).toEqual(ids(spring));
  });
});
