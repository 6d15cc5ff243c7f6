import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/lib/calendar';
import { calendarDateSchema } from '#shared/lib/values';
import { policies } from '#shared/policies';
import { checkState, dueChecks } from './coaches.ts';

const today = calendarDateSchema.parse('2026-11-25');
const { checkNoticeDays } = policies.coaches;

describe('a check of a coach', () => {
  it.each([
    [-400, 'ended'],
    [-1, 'ended'],
    [0, 'ending'],
    [checkNoticeDays, 'ending'],
    [checkNoticeDays + 1, 'valid'],
  ])('that ends in %i days is %s [COA-07]', (days, state) => {
    expect(checkState(addDays(today, days), today)).toBe(state);
  });

  it('is named from 60 days before its end on, and what nobody entered is not [COA-07]', () => {
    expect(checkNoticeDays).toBe(60);
    const check = (days: number) => ({ until: addDays(today, days), note: 'seen' });
    const ann = { id: 'ann', checks: { background_check: check(61), first_aid: check(3) } };
    const ben = { id: 'ben', checks: { background_check: check(-2), first_aid: null } };
    expect(dueChecks([ann, ben], today)).toEqual([
      { coach: ben, check: 'background_check', until: addDays(today, -2), hasEnded: true },
      { coach: ann, check: 'first_aid', until: addDays(today, 3), hasEnded: false },
    ]);
  });
});
