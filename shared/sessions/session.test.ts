import { describe, expect, it } from 'vitest';
import { cancelled, extra, makeUpOn, morning, noon } from '../testing/session-calendars.ts';
import { issuesOf } from '../testing/values.ts';
import { cancellationReasonNames, sessionChangesSchema, skippedDatesSchema } from './slot.ts';

describe('session changes', () => {
  it.each([
    ['an extra session', extra('2025-11-08')],
    ['a credit', cancelled('2025-09-13')],
    ['a make-up date', cancelled('2025-09-13', { remedy: makeUpOn('2025-11-08') })],
    ['a remedy to be decided', cancelled('2025-09-13', { remedy: { kind: 'later' } })],
    ['a cancelled extra session', cancelled('2025-11-08', { kind: 'extra' })],
  ])('can be %s', (_name, change) => {
    expect(sessionChangesSchema.parse([change])).toEqual([change]);
  });

  it.each(Object.keys(cancellationReasonNames))('can have the reason %s', (reason) => {
    expect(issuesOf(sessionChangesSchema, [{ ...cancelled('2025-09-13'), reason }])).toEqual([]);
  });

  it.each([
    ['Weather', '0.reason: Please choose a reason'],
    [undefined, '0.reason: Please choose a reason'],
  ])('cannot have the reason %s', (reason, issue) => {
    expect(issuesOf(sessionChangesSchema, [{ ...cancelled('2025-09-13'), reason }])).toEqual([issue]);
  });

  it.each([
    ['a weekly session that is on', { ...extra('2025-09-13'), kind: 'weekly' }, '0.kind'],
    ['a state of another name', { ...extra('2025-09-13'), state: 'off' }, '0.state'],
    ['a date that does not exist', { ...extra('2025-09-13'), date: '2025-02-29' }, '0.date'],
    [
      'a make-up without a date',
      { ...cancelled('2025-09-13'), remedy: { kind: 'make-up' } },
      '0.remedy.date',
    ],
    ['no remedy', { ...cancelled('2025-09-13'), remedy: undefined }, '0.remedy'],
  ])('cannot be %s', (_name, change, field) => {
    expect(issuesOf(sessionChangesSchema, [change])).toEqual([expect.stringMatching(`^${field}:`)]);
  });

  it('are one for a slot and date at most', () => {
    expect(issuesOf(sessionChangesSchema, [extra('2025-11-08'), extra('2025-11-08', noon)])).toEqual([]);
    const twice = [extra('2025-11-08'), cancelled('2025-11-08', { kind: 'extra', slot_id: morning.id })];
    expect(issuesOf(sessionChangesSchema, twice)).toEqual(['A session is changed twice']);
  });
});

describe('cancellationReasonNames', () => {
  it('are what people read', () => {
    const names = Object.values(cancellationReasonNames);
    expect(names).toEqual(['Weather', 'Coach unavailable', 'Pitch unavailable', 'Other']);
  });
});

describe('skipped dates', () => {
  it('are dates that exist, each once', () => {
    expect(issuesOf(skippedDatesSchema, ['2025-09-13', '2025-09-20'])).toEqual([]);
    expect(issuesOf(skippedDatesSchema, ['2025-09-13', '2025-09-13'])).toEqual(['A date is listed twice']);
    expect(issuesOf(skippedDatesSchema, ['2025-02-29'])).toEqual(['0: This date does not exist']);
  });
});
