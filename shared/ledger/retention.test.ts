import { afterEach, expect, it, vi } from 'vitest';
import { retainedUntil } from './entry.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

it.each([
  ['2025-09-06T12:30:00.000Z', '2031-09-06T12:30:00.000Z'],
  ['2026-02-28T09:00:00.000Z', '2032-02-28T09:00:00.000Z'],
  ['2025-12-31T23:59:59.999Z', '2031-12-31T23:59:59.999Z'],
])('keeps what is erased at %s for six years, until %s', (erasedAt, until) => {
  for (const timeZone of ['UTC', 'America/Los_Angeles', 'Pacific/Auckland']) {
    vi.stubEnv('TZ', timeZone);
    expect(retainedUntil(new Date(erasedAt)).toISOString()).toBe(until);
  }
});
