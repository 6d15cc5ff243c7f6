import { afterEach, describe, expect, it, vi } from 'vitest';
import { date } from '../testing/values.ts';
import { retentionEnd } from './retention.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('retentionEnd', () => {
  it.each([
    ['2025-09-06', '2031-09-06'],
    ['2026-03-29', '2032-03-29'],
    ['2028-02-29', '2034-02-28'],
    ['2025-12-31', '2031-12-31'],
  ])('of an entry of %s is six years later, on %s', (day, end) => {
    for (const timeZone of ['UTC', 'America/Los_Angeles', 'Pacific/Auckland']) {
      vi.stubEnv('TZ', timeZone);
      expect(retentionEnd(date(day))).toBe(end);
    }
  });
});
