/** @module-tag exhaustive */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { chunk } from '#functions/lib/dynamo/items';
import { repetitions } from '#infra/testing/runner/slowness';
import type { Access, Route } from '#shared/contract/route';
import { type RouteName, routeList, routes } from '#shared/contract/routes';
import { codeOfRefusal, contentOf, declaredProblems, expectProductHeaders } from '../attack/answers.ts';
import { countedRefusals, isRecordedRead, snapshotOf, startAttackStack } from '../attack/attack-stack.ts';
import { type CallerName, createFixtures, type Fixtures } from '../attack/fixtures.ts';
import { malformedRequests, type Sent } from '../attack/malformed-requests.ts';
import { marker } from '../attack/malformed-values.ts';
import type { Named } from '../attack/requests/question.ts';
import { routeRows } from '../attack/route-rows.ts';
import type { TestStack } from '../stack/test-stack.ts';

const inputs = repetitions(10_000);
const batchSize = 250;
/** The same, where some requests may be accepted. */
const openBatchSize = 16;

const callersOf: Record<Access, readonly CallerName[]> = {
  public: ['visitor', 'parent'],
  member: ['parent', 'admin'],
  coach: ['coach', 'admin'],
  admin: ['admin', 'revoked'],
};

let stack: TestStack;
let fixtures: Fixtures;
beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  stack = await startAttackStack();
  fixtures = await createFixtures(stack);
});
afterAll(() => stack.stop());

interface Target {
  readonly route: RouteName;
  readonly caller: CallerName;
  readonly arbitrary: fc.Arbitrary<Sent>;
}

interface Input {
  readonly target: Target;
  readonly sent: Sent;
}

const prepareTargets = async (): Promise<Target[]> => {
  const targets: Target[] = [];
  for (const {
    name: route,
    route: { access },
  } of routeList) {
    for (const caller of callersOf[access]) {
      // The first row of a route is about things that exist.
      const named = Object.keys(routeRows[route].answers)[0] as Named;
      const asking = fixtures.callers[caller];
      const asked = await routeRows[route].ask({ fixtures, name: caller, caller: asking, named });
      const { token } = asked.by ?? asking;
      targets.push({ route, caller, arbitrary: malformedRequests(route, asked, token) });
    }
  }
  return targets;
};

const weightOf = (name: RouteName): number => {
  const { params, query, body }: Route = routes[name];
  return 1 + (params ? 4 : 0) + (query ? 4 : 0) + (body ? 12 : 0);
};

const send = async ({ method, address, headers, body }: Sent) => {
  const init = { method, headers, redirect: 'manual', ...(body !== undefined && { body }) } as const;
  const response = await fetch(stack.url + address, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const attack = async (route: RouteName, sent: Sent): Promise<number> => {
  const { text, ...answer } = await send(sent);
  expect(answer.status, 'the status').toBeLessThan(500);
  expectProductHeaders(answer, routes[route]);
  const isJson = answer.headers.get('content-type')?.includes('json');
  const body = text && isJson ? JSON.parse(text) : text || undefined;
  if (answer.status >= 400) {
    expect([...declaredProblems(route)], 'the codes of the route').toContain(
      codeOfRefusal({ ...answer, body }),
    );
    expect(text).not.toContain(marker);
    expect(text).not.toMatch(/<|node_modules|\.ts:|Exception|Zod/);
  } else {
    expect(sent.mayPass, 'whether the schemas let it pass').toBe(true);
    const { status, response, file }: Route = routes[route];
    expect(answer.status).toBe(status);
    expect(z.safeParse(response, contentOf({ ...answer, body })).error).toBeUndefined();
    if (text) expect(answer.headers.get('content-type')).toBe(file ?? 'application/json');
  }
  return answer.status;
};

const describe = ({ target, sent }: Input) =>
  `${target.route} as ${target.caller}: ${sent.method} ${sent.address} ${Buffer.from(sent.body ?? '')}`;

/** @throws Error that names the request and the seed */
const attackOrName = (input: Input, seed: number): Promise<number> =>
  attack(input.target.route, input.sent).catch((cause: unknown) => {
    throw new Error(`Seed ${seed}: ${describe(input)}`, { cause });
  });

/** Sends all requests, `workers` at a time, and returns those that were refused. */
const attackAll = async (batch: readonly Input[], seed: number, workers: number): Promise<Input[]> => {
  const refused: Input[] = [];
  const queue = batch.values();
  const worker = async () => {
    for (const input of queue) if ((await attackOrName(input, seed)) >= 400) refused.push(input);
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

/** Sends requests that cannot be accepted, and reads: the table must not change. */
const attackUnchanged = async (batch: readonly Input[], seed: number): Promise<void> => {
  const before = await snapshotOf(stack);
  await attackAll(batch, seed, 16);
  await expectUnchanged(before, batch, seed);
};

/** Sends requests that may be accepted. If any was, the refused ones are sent again and must not change the table. */
const attackOpen = async (batch: readonly Input[], seed: number): Promise<void> => {
  const before = await snapshotOf(stack);
  // One at a time, because concurrent writes of one item may be answered with busy.
  const refused = await attackAll(batch, seed, 1);
  if (refused.length === batch.length) await expectUnchanged(before, batch, seed);
  else if (refused.length > 0) await attackOpen(refused, seed);
};

it(`answers ${inputs} malformed requests with a refusal the route declares, and stores nothing of them`, async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const targets = await prepareTargets();
  const weight = targets.reduce((sum, { route }) => sum + weightOf(route), 0);
  const all: Input[] = targets.flatMap((target) => {
    const numRuns = Math.ceil((inputs * weightOf(target.route)) / weight);
    return fc.sample(target.arbitrary, { seed, numRuns }).map((sent) => ({ target, sent }));
  });
  const canWrite = ({ sent, target }: Input) =>
    sent.mayPass && (sent.method !== 'GET' || isRecordedRead(target.route));
  const isCounted = (input: Input) => canWrite(input) && countedRefusals.has(input.target.route);
  for (const batch of chunk(
    all.filter((input) => !canWrite(input)),
    batchSize,
  )) {
    await attackUnchanged(batch, seed);
  }
  const open = all.filter((input) => canWrite(input) && !isCounted(input));
  for (const batch of chunk(open, openBatchSize)) await attackOpen(batch, seed);
  // A refusal of these is stored, as an attempt.
  await attackAll(all.filter(isCounted), seed, 1);
  expect(all.length).toBeGreaterThanOrEqual(inputs);
});
