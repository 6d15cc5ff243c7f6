import { afterAll, beforeEach, vi } from 'vitest';
import { memberships } from '#functions/accounts/accounts';
import { familyOperations } from '#functions/entries/family-operations';
import { createHandler } from '#functions/lib/http/create-handler';
import type { HttpAnswer } from '#infra/testing/stack/test-stack';
import { familyRoutes } from '#shared/contract/family-routes';
import { offsetStartsHeader, serverNowHeader } from '#shared/contract/route';
import { sampleNow, sampleTimeZone } from '../samples/samples.ts';
import { startTestTable } from '../table/test-table.ts';
import { startAccountSystem } from './account-system.ts';
import { startBookingSystem } from './booking-system.ts';
import type { Answer } from './invoke.ts';
import { startMessageSystem } from './message-system.ts';
import { startWaitingSystem, waitingScenes } from './waiting-system.ts';

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

/** Starts the system of accounts that the tests of a file share, with what the current test logged. */
export const startAccountTests = async () => {
  const system = await startAccountSystem();
  afterAll(() => system.stop());
  return Object.assign(system, { logged: captureLog() });
};

/**
 * Starts the services of families and administrators that the tests of a file share. Their clock is set back before
 * each.
 */
export const startBookingTests = async () => {
  const system = await startBookingSystem();
  afterAll(() => system.stop());
  beforeEach(() => {
    system.setTime(sampleNow);
    vi.spyOn(console, 'info').mockReturnValue();
  });
  return system;
};

/**
 * Starts the service of families on a table that the tests of a file share, with what the current test logged. Its clock is
 * set back before each test.
 */
export const startFamilyTests = async () => {
  const table = await startTestTable();
  afterAll(() => table.stop());
  let now = sampleNow;
  beforeEach(() => {
    now = sampleNow;
  });
  const clock = () => now;
  return {
    table,
    clock,
    setTime: (moment: Date) => {
      now = moment;
    },
    handler: createHandler(
      familyRoutes,
      familyOperations,
      { table, clock, timeZone: sampleTimeZone },
      { memberships: memberships(table) },
    ),
    logged: captureLog(),
  };
};

/**
 * Starts the system of messages that the tests of a file share, with what the current test logged. It is emptied before
 * each test.
 */
export const startMessageTests = async () => {
  const system = await startMessageSystem();
  afterAll(() => system.stop());
  beforeEach(() => system.clear());
  return Object.assign(system, { logged: captureLog() });
};

/** Starts the system that the tests of a file share, with its scenes. Its clock is set back before each test. */
export const startWaitingTests = async () => {
  const system = await startWaitingSystem();
  afterAll(() => system.stop());
  beforeEach(() => {
    system.setTime(sampleNow);
    vi.spyOn(console, 'info').mockReturnValue();
  });
  return { system, scenes: waitingScenes(system) };
};

/** Headers that every answer has, with the instant of the answer. */
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
