import { describe, expect, it } from 'vitest';
import { cancelled, extra, morning, noon } from '../testing/session-calendars.ts';
import { issuesOf } from '../testing/values.ts';
import { sessionChangesSchema, skippedDatesSchema } from './slot.ts';

describe('session changes', () => {
  it('are one for a slot and date at most', () => {
    expect(issuesOf(sessionChangesSchema, [extra('2025-11-08'), extra('2025-11-08', noon)])).toEqual([]);
    const twice = [extra('2025-11-08'), cancelled('2025-11-08', { kind: 'extra', slot_id: morning.id })];
    expect(issuesOf(sessionChangesSchema, twice)).toEqual(['A session is changed twice']);
  });
});

describe('skipped dates', () => {
  it('are dates that exist, each once', () => {
    expect(issuesOf(skippedDatesSchema, ['2025-09-13', '2025-09-20'])).toEqual([]);
    expect(issuesOf(skippedDatesSchema, ['2025-09-13', '2025-09-13'])).toEqual(['A date is listed twice']);
    expect(issuesOf(skippedDatesSchema, ['2025-02-29'])).toEqual(['0: This date does not exist']);
  });
});
