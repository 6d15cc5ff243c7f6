import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Interceptor, intercepting } from '#infra/testing/mutants/mutant';
import { at, sampleVenueNamed } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { cancellationSteps, saturday } from '#infra/testing/services/cancellation-steps';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import type { FootballClass } from '#shared/classes/class';
import { routes } from '#shared/contract/routes';
import type { CancellationTarget } from '#shared/sessions/admin-routes';
import { venueOfClass } from '../classes/venues.ts';
import { classKey } from '../lib/dynamo/keys-of-classes.ts';
import { updateItem } from '../lib/dynamo/writes.ts';

const system = await startTests(messageSteps);

const { givenClass, keyOf, book, admin, cancel, restore, accountOf, changesOf, mailsTo, subjectsTo } =
  cancellationSteps(() => system);

const wetPark = sampleVenueNamed('Wet Park');
const atWetPark = venueOfClass(wetPark);
const venueDay: CancellationTarget = { kind: 'venue-day', venue_id: wetPark.id, date: saturday };
const resultOf = ({ body }: Awaited<ReturnType<typeof cancel>>) => routes.cancelSessions.response.parse(body);
const previewOf = async (target: CancellationTarget) => {
  return await admin().read('previewCancellation', { body: { target } });
};

/** Sends a request while others change classes, each time before one is written. */
const whileOthersChange = <Result>(classes: readonly FootballClass[], request: () => Promise<Result>) => {
  const change: Interceptor = async ({ operation, input }, forward) => {
    const changed = classes
      .map(({ id }) => classKey(id))
      .filter((key) => JSON.stringify(input).includes(JSON.stringify(key)));
    if (operation === 'TransactWriteItems')
      for (const key of changed) await updateItem(system.table, key, { add: { version: 1 } });
    return forward(input);
  };
  return intercepting(system.table, [change], request);
};

describe('a day that has begun', () => {
  it.each(['class-day', 'venue-day'] as const)(
    'of a %s: only the sessions still to come are cancelled [CAN-02, CAN-05]',
    async (kind) => {
      const cls = await givenClass(atWetPark, [10, 10]);
      const [early, late] = [await storedFamily(system.table), await storedFamily(system.table)];
      await book(cls, early);
      await book(cls, late, { slot: 1 });
      // The sessions begin at 9:00 and 10:00 in London.
      system.setTime('2025-09-27T08:30:00Z');
      const target = kind === 'class-day' ? ({ kind, class_id: cls.id, date: saturday } as const) : venueDay;
      const later = keyOf(cls, saturday, 1);
      expect(await previewOf(target)).toMatchObject({ sessions: [later], families: 1, has_begun: false });
      const [key, api] = [randomUUID(), admin()];
      for (const attempt of [{ key }, { key }, {}]) {
        expect(resultOf(await cancel(target, attempt, api))).toEqual({ cancelled: [later], failed: [] });
        await system.settle();
      }
      expect(await changesOf(cls)).toMatchObject([{ slot_id: later.slot_id, state: 'cancelled' }]);
      expect((await mailsTo(late)).map(({ text }) => text)).toEqual([
        expect.stringContaining('is cancelled'),
      ]);
      expect(await mailsTo(early)).toEqual([]);
      expect(await accountOf(early)).toMatchObject({ credited: 0 });
    },
  );

  it('is marked as not held when all of its sessions have begun [CAN-05]', async () => {
    const cls = await givenClass(atWetPark, [10, 10]);
    const family = await storedFamily(system.table);
    await book(cls, family);
    system.setTime('2025-09-27T09:00:00Z');
    expect(await previewOf(venueDay)).toMatchObject({ has_begun: true });
    expect(resultOf(await cancel(venueDay)).cancelled).toHaveLength(2);
    await system.settle();
    expect((await mailsTo(family)).map(({ text }) => text)).toEqual([
      expect.stringContaining('did not take place'),
    ]);
  });

  it('a request sent again after the start completes what was ordered before [CAN-02, CAN-06]', async () => {
    const [first, second] = [await givenClass(atWetPark), await givenClass(atWetPark)];
    system.setTime(new Date('2025-09-27T07:59:59Z'));
    const [key, api] = [randomUUID(), admin()];
    expect(
      resultOf(await whileOthersChange([second], () => cancel(venueDay, { key }, api))).failed,
    ).toHaveLength(1);
    await givenClass(atWetPark, [10, 10]);
    system.setTime(new Date('2025-09-27T08:00:01Z'));
    const { cancelled } = resultOf(await cancel(venueDay, { key }, api));
    expect(new Set(cancelled.map(({ class_id }) => class_id))).toEqual(new Set([first.id, second.id]));
  });
});

it('two administrators at once cancel a venue: each family is emailed once, without waiting [CAN-06, CAN-07]', async () => {
  const classes = [await givenClass(atWetPark), await givenClass(atWetPark)];
  const families = [await storedFamily(system.table), await storedFamily(system.table)];
  for (const [index, family] of families.entries()) await book(at(classes, index), family);
  // One cancels a class after the other has read both.
  await withChangeBetween(
    system.table,
    () => cancel({ kind: 'class-day', class_id: at(classes, 0).id, date: saturday }),
    () => cancel(venueDay, { reason: 'pitch' }),
  );
  await system.settle();
  for (const family of families) {
    expect(await mailsTo(family)).toHaveLength(1);
    expect(await accountOf(family)).toMatchObject({ credited: 2_000 });
  }
});

describe('a request that was done in part', () => {
  const withBooked = async () => {
    const [first, second] = [await givenClass(atWetPark), await givenClass(atWetPark)];
    const family = await storedFamily(system.table, { children: [{ name: 'Ana' }, { name: 'Ben' }] });
    await book(first, family);
    await book(second, family, { child: 1 });
    return { first, second, family, key: randomUUID(), api: admin() };
  };

  it.each([
    ['at once', 0],
    ['after the emails have begun', 61_000],
  ])('is completed %s, with one email for a family [CAN-02, CAN-07]', async (_name, waitMs) => {
    const held = await givenClass(atWetPark);
    const { first, second, family, key, api } = await withBooked();
    const inPart = await whileOthersChange([first, second], () => cancel(venueDay, { key }, api));
    expect(resultOf(inPart).failed).toHaveLength(2);
    expect(await changesOf(held)).toHaveLength(1);
    system.passTime(waitMs);
    expect(resultOf(await cancel(venueDay, { key }, api)).failed).toEqual([]);
    await system.settle();
    expect(await subjectsTo(family)).toEqual([`Cancelled: Saturday, ${wetPark.name}`]);
    expect(await accountOf(family)).toMatchObject({ credited: 4_000 });
  });

  it('sends no email before it is completed, while that may still happen [CAN-02, CAN-07]', async () => {
    const { second: late, family, key, api } = await withBooked();
    const inPart = await whileOthersChange([late], () => cancel(venueDay, { key }, api));
    expect(resultOf(inPart).failed).toHaveLength(1);
    const records = await system.waiting();
    await expect(system.deliver(records)).rejects.toThrow('not complete yet');
    expect(resultOf(await cancel(venueDay, { key }, api)).failed).toEqual([]);
    await system.deliver(records);
    await system.settle();
    expect(await subjectsTo(family)).toEqual([`Cancelled: Saturday, ${wetPark.name}`]);
  });

  it('does not cancel again what was brought back [CAN-06, CAN-11]', async () => {
    const [first, second] = [await givenClass(atWetPark), await givenClass(atWetPark)];
    const [key, api] = [randomUUID(), admin()];
    await whileOthersChange([second], () => cancel(venueDay, { key }, api));
    await restore(keyOf(first));
    system.passTime(61_000);
    const again = async () => resultOf(await cancel(venueDay, { key }, api));
    expect(await again()).toEqual({ cancelled: [keyOf(second)], failed: [] });
    expect(await changesOf(first)).toEqual([]);
    await restore(keyOf(second));
    system.passTime(61_000);
    expect(await again()).toEqual({ cancelled: [], failed: [] });
    expect(await changesOf(second)).toEqual([]);
  });
});

it('answers with the newly cancelled sessions first [CAN-12]', async () => {
  const cls = await givenClass(atWetPark, [10, 10]);
  const [earlier, later] = [keyOf(cls), keyOf(cls, saturday, 1)];
  await cancel({ kind: 'session', ...earlier });
  expect(resultOf(await cancel(venueDay)).cancelled).toEqual([later, earlier]);
});
