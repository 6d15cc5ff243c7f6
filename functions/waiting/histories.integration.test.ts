import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { everyRepetition } from '#infra/testing/repetitions';
import { at } from '#infra/testing/samples/at';
import { resetAccounts } from '#infra/testing/samples/reset-accounts';
import { sampleNow } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored-family';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import { changeRequests, type Mutation } from '#infra/testing/waiting/change-requests';
import {
  describeList,
  describeStored,
  linearize,
  type Operation,
  offeredPlaces,
} from '#infra/testing/waiting/linearize';
import { createWaitingSlot } from '#infra/testing/waiting/waiting-slot';
import { mulberry32 } from '#infra/tools/mulberry32';
import type { WaitingCommand } from '#shared/domain/waiting-command';
import { newWaitingList, type WaitingList } from '#shared/domain/waiting-list';
import type { OfferId } from '#shared/schemas/ids';
import type { Family } from '#shared/schemas/profile';
import { calendarDateSchema, instantSchema } from '#shared/schemas/values';
import { newOfferId, newWaitingEntryId } from '../data/ids.ts';

let table: TestTable;
let families: Family[];
let requests: ReturnType<typeof changeRequests>;
beforeAll(async () => {
  table = await startTestTable();
  requests = changeRequests(table.client);
  families = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      storedFamily(table, { children: [{ name: `Ana ${index}` }, { name: `Ben ${index}` }] }),
    ),
  );
});
afterAll(() => table.stop());
beforeEach(() => {
  vi.spyOn(console, 'info').mockReturnValue();
});

/** Of each of the two kinds of history: 10,000 together in `npm run soak`. */
const histories = process.env.REPETITIONS === everyRepetition ? 5_000 : 25;

const kinds: readonly WaitingCommand['kind'][] = [
  ...['join', 'join', 'join', 'ask', 'ask', 'ask', 'ask', 'book', 'end-booking', 'end-booking'],
  ...['take', 'take', 'decline', 'decline', 'expire', 'withdraw', 'put-first', 'leave', 'set-capacity'],
] as WaitingCommand['kind'][];

interface World {
  list: WaitingList;
  /** The offers as stored, by those of the model. */
  offers: Map<OfferId, OfferId>;
  seconds: number;
}

const longAgo = instantSchema.parse('2025-01-01T00:00:00.000Z');
const terms = { until: longAgo, from_session: calendarDateSchema.parse('2025-09-27') };

/** A command that is drawn for the list as it is; undefined where there is nothing for it. */
const draw = (world: World, random: () => number): WaitingCommand | undefined => {
  const pick = <Value>(values: readonly Value[]): Value | undefined =>
    values[Math.floor(random() * values.length)];
  const { list, offers } = world;
  world.seconds += 1;
  const now = instantSchema.parse(new Date(sampleNow.getTime() + world.seconds * 1000).toISOString());
  const kind = pick(kinds);
  const family = at(families, Math.floor(random() * families.length));
  const children = family.children.map(({ id }) => id);
  const offer = pick([...offers.keys()]);
  const entry = pick(list.entries)?.id;
  switch (kind) {
    case 'join':
      return {
        kind,
        entry: newWaitingEntryId(new Date(now)),
        children: random() < 0.35 ? children : children.slice(0, 1),
        at: now,
      };
    case 'book': {
      // A child that waits leaves the list in a second step: that is no single command.
      const child = pick(
        children.filter((id) => list.entries.every(({ child_ids }) => !child_ids.includes(id))),
      );
      return child && { kind, child };
    }
    case 'end-booking': {
      const child = pick(list.booked);
      return child && { kind, child, at: now };
    }
    case 'ask':
      return { kind, offer: newOfferId(new Date(now)), terms };
    case 'take':
      return offer && { kind, offer };
    case 'decline':
      return offer && { kind, offer, stays: random() < 0.5, at: now };
    case 'expire':
    case 'withdraw':
      return offer && { kind, offer, at: now };
    case 'leave':
      return entry && { kind, entry };
    case 'put-first':
      return entry && { kind, entry, at: now };
    case 'set-capacity':
      return { kind, capacity: Math.max(1, list.capacity + Math.floor(random() * 3) - 1), at: now };
    default:
      return undefined;
  }
};

/** Commands that can be carried out at once: a join and a booking of one child are not, since a child's name leads both. */
const drawBatch = (world: World, random: () => number, size: number): WaitingCommand[] => {
  const drawn = Array.from({ length: size }, () => draw(world, random)).filter(
    (command) => command !== undefined,
  );
  const joining = new Set(drawn.flatMap((command) => (command.kind === 'join' ? command.children : [])));
  return drawn.filter((command) => command.kind !== 'book' || !joining.has(command.child));
};

/** Runs one history. @returns what no order of its operations explains, or undefined */
const runHistory = async (seed: number, faultRate: number): Promise<string | undefined> => {
  const random = mulberry32(seed);
  const capacity = 1 + Math.floor(random() * 3);
  await resetAccounts(
    table,
    families.map((family) => ({ family })),
  );
  const slot = await createWaitingSlot(table, capacity, families);
  const world: World = { list: newWaitingList(capacity), offers: new Map(), seconds: 0 };
  // The slot is full: others come too late.
  for (const { children } of families.slice(0, capacity)) {
    const command = { kind: 'book', child: at(children, 0).id } as const;
    await slot.carryOut(command, { now: longAgo, offerId: undefined });
    world.list =
      linearize(world.list, [{ command, carried: 'done' }], describeStored(await slot.read())) ?? world.list;
  }
  for (let round = 0; round < 14; round += 1) {
    const commands = drawBatch(world, random, round < 3 ? 2 : 1 + Math.floor(random() * 4));
    const operations = await requests.withFaults(
      () => random() < faultRate,
      () =>
        Promise.all(
          commands.map(async (command): Promise<Operation> => {
            const now = instantSchema.parse(
              new Date(sampleNow.getTime() + world.seconds * 1000).toISOString(),
            );
            const offerId = 'offer' in command ? world.offers.get(command.offer) : undefined;
            const carried = await slot.carryOut(command, { now, offerId }).catch(requests.unknownAfterFault);
            return { command, carried };
          }),
        ),
    );
    const stored = await slot.read();
    const [counted, offered] = offeredPlaces(stored);
    const after = linearize(world.list, operations, describeStored(stored));
    if (!after || counted !== offered)
      return JSON.stringify({
        seed,
        round,
        before: describeList(world.list),
        operations,
        after: describeStored(stored),
      });
    world.list = after;
    for (const entry of stored.entries) {
      const modelled = after.entries.find(({ id }) => id === entry.id)?.offer_id;
      if (modelled && entry.offer_id) world.offers.set(modelled, entry.offer_id);
    }
  }
  return undefined;
};

const run = async (seeds: number, faultRate: number, first = 1): Promise<string | undefined> => {
  for (let seed = first; seed < first + seeds; seed += 1) {
    const broken = await runHistory(seed, faultRate);
    if (broken) return broken;
  }
  return undefined;
};

it('has an order of its steps that the rule explains, whatever happens at once [WAI-05, WAI-08, WAI-09, WAI-13]', async () => {
  expect(await run(histories, 0)).toBeUndefined();
}, 14_400_000);

it('has one too where requests fail and answers are lost [WAI-08, WAI-13]', async () => {
  expect(await run(histories, 0.08, 50_000)).toBeUndefined();
}, 14_400_000);

const either = (condition: string): Mutation => [
  condition,
  `(${condition} OR ${condition.replace(' = ', ' <> ')})`,
];

/** Each takes a condition or a counter away that the promises need. */
const mutations: readonly (readonly [name: string, changes: readonly Mutation[]])[] = [
  [
    'an offer is made by a list that changed',
    [either('list_version = :version'), either('kept = :kept'), either('current_bookings = :taken')],
  ],
  ['an offer ends twice', [either('#state = :open'), either('offer_id = :offer')]],
  ['a place is open to all although somebody waits', [[' OR waiting = :zero', ' OR waiting >= :zero']]],
  ['a place is kept although nobody waits', [['waiting > :none', 'waiting >= :none']]],
  ['the end of an offer loses its place', [[' + :add_kept', ' - :add_kept']]],
  [
    'a child joins where it is booked',
    [['attribute_not_exists(PK)', '(attribute_not_exists(PK) OR attribute_exists(PK))']],
  ],
  [
    'a family joins where there are places',
    [['current_bookings > :leavesTooFew', 'current_bookings >= :leavesTooFew']],
  ],
];

/** What is stored cannot be read any more. Other errors are those of a mutation that is no valid expression. */
const unreadable = (error: unknown): string => {
  if (error instanceof z.core.$ZodError) return error.message;
  throw error;
};

describe('the checker', () => {
  it.each(mutations)(
    'notices that %s [WAI-13]',
    async (_, changes) => {
      const broken = await requests.withMutations(changes, () => run(60, 0, 100_000).catch(unreadable));
      expect(broken).toBeDefined();
    },
    300_000,
  );
});
