import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, vi } from 'vitest';
import { memberships } from '#functions/accounts/accounts';
import { familyOperations } from '#functions/entries/family-operations';
import { linksOperations } from '#functions/entries/links-operations';
import type { MessengerDeps } from '#functions/lib/deps';
import { createHandler } from '#functions/lib/http/create-handler';
import { bulkMailRate, prodMailRate } from '#infra/settings/settings-schema';
import type { HttpAnswer } from '#infra/testing/stack/test-stack';
import { familyRoutes } from '#shared/contract/family-routes';
import { linksRoutes } from '#shared/contract/links-routes';
import { offsetStartsHeader, serverNowHeader } from '#shared/contract/route';
import {
  type SampleFamily,
  sampleNow,
  sampleSender,
  sampleSiteUrl,
  sampleTimeZone,
} from '../samples/samples.ts';
import { readAllItems } from '../table/all-items.ts';
import { startTestTable } from '../table/test-table.ts';
import { adminApi } from './admin-api.ts';
import { runDue, scheduleDailyWork } from './background.ts';
import { type Answer, type Invocation, invoke } from './invoke.ts';
import { createFakeSes, type SesOutcome } from './ses.ts';

interface SystemOptions {
  /** How far each reading of the clock advances it, where no two times may be equal. */
  readonly stepMs?: number;
}

/** What every system has: a real table, the services that need nothing else, and SES in the process, on a clock that tests set. */
const startParts = async ({ stepMs = 0 }: SystemOptions = {}) => {
  const table = await startTestTable();
  const stops = [() => table.stop()];
  let now = sampleNow.getTime();
  let outcomeOf: (to: string) => SesOutcome | Promise<SesOutcome> = () => 'accept';
  const ses = createFakeSes((to) => outcomeOf(to));
  const clock = () => {
    now += stepMs;
    return new Date(now);
  };
  const deps: MessengerDeps = {
    table,
    mail: { ses: ses.client, from: sampleSender },
    clock,
    elapsed: () => now,
    // Others that wait at the same time go on when the clock has reached their moment.
    pause: async (ms) => {
      const until = now + ms;
      await Promise.resolve();
      now = Math.max(now, until);
    },
    mailsPerSecond: bulkMailRate(prodMailRate),
    siteUrl: sampleSiteUrl,
    timeZone: sampleTimeZone,
  };
  const handler = createHandler(familyRoutes, familyOperations, deps, { memberships: memberships(table) });
  const links = createHandler(linksRoutes, linksOperations, deps);
  const setTime = (moment: string | Date): void => {
    now = new Date(moment).getTime();
  };
  return {
    table,
    deps,
    timeZone: sampleTimeZone,
    clock,
    /** The time, which this reading does not advance. */
    now: () => new Date(now),
    setTime,
    passTime: (ms: number): void => {
      now += ms;
    },
    /** Before each test. */
    reset: async (): Promise<void> => setTime(sampleNow),
    handler,
    /** Calls as the holder of a family, or as another account, whose family the handler reads where none is named. */
    asFamily: (
      { profile, id }: { profile: Pick<SampleFamily['profile'], 'id'> } & Partial<Pick<SampleFamily, 'id'>>,
      route: keyof typeof familyRoutes,
      request: Partial<Invocation> = {},
    ): Promise<Answer> =>
      invoke(handler, {
        route,
        userId: profile.id,
        ...(id && { familyId: id }),
        ...request,
        headers: { 'idempotency-key': randomUUID(), ...request.headers },
      }),
    links,
    byLink: (route: keyof typeof linksRoutes, body: object, key: string = randomUUID()): Promise<Answer> =>
      invoke(links, { route, body, headers: { 'idempotency-key': key } }),
    admin: adminApi({ table, clock }),
    items: async (
      isWanted: (item: Record<string, unknown>) => boolean = () => true,
    ): Promise<Record<string, unknown>[]> => (await readAllItems(table)).filter(isWanted),
    mails: ses.mails,
    answer: (decide: typeof outcomeOf): void => {
      outcomeOf = decide;
    },
    tick: (time?: Parameters<typeof runDue>[1]) => runDue(deps, time),
    scheduleDaily: () => scheduleDailyWork(deps),
    /** Starts another part, which stops with the system. */
    add: async <Part extends { readonly stop: () => Promise<void> }>(
      starting: Promise<Part>,
    ): Promise<Part> => {
      const part = await starting;
      stops.push(() => part.stop());
      return part;
    },
    stop: async (): Promise<void> => {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
};

export type Parts = Awaited<ReturnType<typeof startParts>>;

export type SystemOf<Steps extends (parts: Parts) => object> = Omit<Parts, keyof Awaited<ReturnType<Steps>>> &
  Awaited<ReturnType<Steps>>;

export const startSystem = async <Steps extends object>(
  stepsOf: (parts: Parts) => Steps | Promise<Steps>,
  options?: SystemOptions,
): Promise<Omit<Parts, keyof Steps> & Steps> => {
  const parts = await startParts(options);
  return { ...parts, ...(await stepsOf(parts)) };
};

/**
 * Keeps the log of functions off the console, in all tests of a file.
 * @returns the lines that the current test logged, as JSON
 */
export const captureLog = (): readonly string[] => {
  const lines: string[] = [];
  beforeEach(() => {
    lines.length = 0;
    for (const level of ['info', 'warn', 'error'] as const)
      vi.spyOn(console, level).mockImplementation((line: unknown) => void lines.push(JSON.stringify(line)));
  });
  return lines;
};

/** Starts the system that the tests of a file share, with what the current test logged. It is reset before each. */
export const startTests = async <Steps extends object>(
  stepsOf: (parts: Parts) => Steps | Promise<Steps>,
  options?: SystemOptions,
) => {
  const system = await startSystem(stepsOf, options);
  const { stop, reset }: Pick<Parts, 'stop' | 'reset'> = Object(system);
  afterAll(stop);
  beforeEach(reset);
  return { ...system, logged: captureLog() };
};

const instants = new Set(['date', serverNowHeader, offsetStartsHeader]);

/** An answer without the values that change with every request: equal requests have equal fixed parts. */
export const fixedParts = ({ status, headers, body }: Answer | HttpAnswer): Answer => {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  return {
    status,
    headers: Object.fromEntries(entries.map(([name, value]) => [name, instants.has(name) ? null : value])),
    body,
  };
};
