import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import type { Route } from '#shared/contract/route';
import { type RouteName, routeList, routes } from '#shared/contract/routes';
import { accessTable } from '../attack/access-table.ts';
import { codeOfRefusal, declaredProblems, expectProductHeaders } from '../attack/answers.ts';
import { startAttackStack } from '../attack/attack-stack.ts';
import { hostileRequests, type Sent } from '../attack/hostile-requests.ts';
import { marker } from '../attack/hostile-values.ts';
import { type CallerName, makeScene, type Scene } from '../attack/scene.ts';
import { snapshotOf } from '../attack/snapshot.ts';
import { type Named, validRequests } from '../attack/valid-requests.ts';
import type { TestStack } from '../stack/test-stack.ts';

/** So many requests a run, over all routes and callers. */
const inputs = 10_000;
/** Sent at once, and followed by a look at the table. */
const batchSize = 250;
/** Fewer, where some of them may be taken. */
const openBatchSize = 16;

/** Who gets past access. */
const callersOf: Record<'public' | 'member' | 'admin', readonly CallerName[]> = {
  public: ['visitor', 'parent'],
  member: ['parent', 'admin'],
  admin: ['admin', 'revoked'],
};

let stack: TestStack;
let scene: Scene;
beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  stack = await startAttackStack();
  scene = await makeScene(stack);
}, 120_000);
afterAll(() => stack.stop());

/** One route as one caller: what is sent to it, by one seed. */
interface Target {
  readonly route: RouteName;
  readonly caller: CallerName;
  readonly arbitrary: fc.Arbitrary<Sent>;
}

interface Input {
  readonly target: Target;
  readonly index: number;
  readonly sent: Sent;
}

const prepareTargets = async (): Promise<Target[]> => {
  const targets: Target[] = [];
  for (const {
    name: route,
    route: { access },
  } of routeList) {
    for (const caller of callersOf[access]) {
      // The first row of a route is about what is there.
      const named = Object.keys(accessTable[route])[0] as Named;
      const asking = scene.callers[caller];
      const asked = await validRequests[route]({ scene, name: caller, caller: asking, named });
      const { token } = asked.by ?? asking;
      targets.push({ route, caller, arbitrary: hostileRequests(route, asked, token) });
    }
  }
  return targets;
};

/** How much there is in a route to get wrong. */
const roomIn = (name: RouteName): number => {
  const { params, query, body }: Route = routes[name];
  return 1 + (params ? 4 : 0) + (query ? 4 : 0) + (body ? 12 : 0);
};

const send = async ({ method, address, headers, body }: Sent) => {
  const response = await fetch(stack.url + address, { method, headers, ...(body !== undefined && { body }) });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

/** Sends one request and checks all that can be seen of its answer. */
const attack = async (route: RouteName, sent: Sent): Promise<number> => {
  const { text, ...answer } = await send(sent);
  expect(answer.status, 'the status').toBeLessThan(500);
  expectProductHeaders(answer);
  const body = text ? JSON.parse(text) : undefined;
  if (answer.status >= 400) {
    expect([...declaredProblems(route)], 'the codes of the route').toContain(
      codeOfRefusal({ ...answer, body }),
    );
    expect(text).not.toContain(marker);
    expect(text).not.toMatch(/<|node_modules|\.ts:|Exception|Zod/);
  } else {
    expect(sent.mayPass, 'whether the schemas let it pass').toBe(true);
    expect(answer.status).toBe(routes[route].status);
    expect(z.safeParse(routes[route].response, body).error).toBeUndefined();
    if (text) expect(answer.headers.get('content-type')).toBe('application/json');
  }
  return answer.status;
};

/** Finds the smallest request of a target that fails, beginning with one that did, and throws with it and the seed. */
const shrink = async ({ target, index }: Input, seed: number, cause: unknown): Promise<never> => {
  const property = fc.asyncProperty(target.arbitrary, async (sent) => {
    await attack(target.route, sent);
  });
  await fc.assert(property, { seed, path: `${index}`, numRuns: 1 });
  throw new Error(`Failed once, with seed ${seed}, and not again`, { cause });
};

const attackOrShrink = async (input: Input, seed: number): Promise<number> => {
  try {
    return await attack(input.target.route, input.sent);
  } catch (error) {
    return shrink(input, seed, error);
  }
};

const describe = ({ target, sent }: Input) =>
  `${target.route} as ${target.caller}: ${sent.method} ${sent.address} ${Buffer.from(sent.body ?? '')}`;

/** Sends all, so many at a time, and gives those that were refused. */
const attackAll = async (batch: readonly Input[], seed: number, workers: number): Promise<Input[]> => {
  const refused: Input[] = [];
  const queue = batch.values();
  const worker = async () => {
    for (const input of queue) if ((await attackOrShrink(input, seed)) >= 400) refused.push(input);
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return refused;
};

const expectUnchanged = async (
  before: readonly string[],
  batch: readonly Input[],
  seed: number,
): Promise<void> => {
  expect(await snapshotOf(stack), `seed ${seed}, after one of\n${batch.map(describe).join('\n')}`).toEqual(
    before,
  );
};

/** What nobody may take, and what only reads: in the end the table is as it was. */
const attackUnchanged = async (batch: readonly Input[], seed: number): Promise<void> => {
  const before = await snapshotOf(stack);
  await attackAll(batch, seed, 16);
  await expectUnchanged(before, batch, seed);
};

/** What may be taken: where something was, the refused ones are sent again by themselves, and change nothing. */
const attackOpen = async (batch: readonly Input[], seed: number): Promise<void> => {
  const before = await snapshotOf(stack);
  // One by one: many who write the same item at once are told to come back.
  const refused = await attackAll(batch, seed, 1);
  if (refused.length === batch.length) await expectUnchanged(before, batch, seed);
  else if (refused.length > 0) await attackOpen(refused, seed);
};

const chunks = <Item>(list: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );

it(`answers ${inputs} malformed requests with a refusal the route declares, and stores nothing of them`, async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const targets = await prepareTargets();
  const room = targets.reduce((sum, { route }) => sum + roomIn(route), 0);
  const all: Input[] = targets.flatMap((target) => {
    const numRuns = Math.ceil((inputs * roomIn(target.route)) / room);
    return fc.sample(target.arbitrary, { seed, numRuns }).map((sent, index) => ({ target, index, sent }));
  });
  const canWrite = ({ sent }: Input) => sent.mayPass && sent.method !== 'GET';
  for (const batch of chunks(
    all.filter((input) => !canWrite(input)),
    batchSize,
  )) {
    await attackUnchanged(batch, seed);
  }
  for (const batch of chunks(all.filter(canWrite), openBatchSize)) await attackOpen(batch, seed);
  expect(all.length).toBeGreaterThanOrEqual(inputs);
}, 600_000);
