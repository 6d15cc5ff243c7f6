import { describe, expect, it } from 'vitest';
import {
  cancelled,
  exampleCalendar,
  extra,
  makeUpOn,
  morning,
  noon,
} from '#shared/testing/session-calendars';
import { date } from '#shared/testing/values';
import { canChangeDates, makeUpDateIssue, presetMakeUpDate, skippedDatesIssue } from './calendar-rules.ts';

describe('skippedDatesIssue', () => {
  const notWeekly = 'Choose dates on which the class meets';
  const nothingLeft = 'Leave at least one session';
  it.each([
    ['2025-09-06', '2025-11-01', [], null],
    ['2025-09-06', '2025-11-01', ['2025-10-25', '2025-09-06', '2025-11-01'], null],
    ['2025-09-06', '2025-11-01', ['2025-10-26'], notWeekly],
    ['2025-09-06', '2025-11-01', ['2025-10-25', '2025-08-30'], notWeekly],
    ['2025-09-06', '2025-11-01', ['2025-11-08'], notWeekly],
    ['2025-09-06', '2025-09-19', ['2025-09-06'], null],
    ['2025-09-06', '2025-09-19', ['2025-09-06', '2025-09-13'], nothingLeft],
    ['2025-09-06', '2025-09-06', ['2025-09-06'], nothingLeft],
    ['2025-09-06', '2025-09-06', [], null],
  ])('of %s to %s without %j is %s', (start, end, skipped, issue) => {
    const rule = { start_date: date(start), end_date: date(end), skipped_dates: skipped.map(date) };
    expect(skippedDatesIssue(rule)).toBe(issue);
  });
});

describe('presetMakeUpDate', () => {
  it.each([
    ['after the last weekly one', [], '2025-11-08'],
    ['after a cancelled last one, which stays in the list', [cancelled('2025-11-01')], '2025-11-08'],
    ['after a make-up date', [extra('2025-11-08')], '2025-11-15'],
    ['after a cancelled make-up date', [cancelled('2025-11-08', { kind: 'extra' })], '2025-11-15'],
    ['after a make-up date on another weekday', [extra('2025-11-05')], '2025-11-12'],
    ['after the last of its own slot', [extra('2025-11-08', noon)], '2025-11-08'],
    ['over New Year', [extra('2025-12-27')], '2026-01-03'],
  ])('is a week later: %s', (_name, changes, preset) => {
    const cls = exampleCalendar(changes);
    expect(presetMakeUpDate(cls, morning, date('2025-11-02'))).toBe(preset);
    expect(makeUpDateIssue(cls, morning, date(preset), date('2025-11-02'))).toBeNull();
  });

  it.each([
    ['2025-11-01', '2025-11-08'],
    ['2025-11-07', '2025-11-08'],
    ['2025-11-08', '2025-11-15'],
    ['2025-11-15', '2025-11-22'],
    ['2026-01-01', '2026-01-03'],
  ])('on %s, after the last session, is %s, a date that is accepted [CAN-03]', (today, preset) => {
    const cls = exampleCalendar([cancelled('2025-10-25')]);
    expect(presetMakeUpDate(cls, morning, date(today))).toBe(preset);
    expect(makeUpDateIssue(cls, morning, date(preset), date(today))).toBeNull();
  });

  it('is none for a slot that never meets', () => {
    const cls = { ...exampleCalendar(), end_date: date('2025-09-05') };
    expect(presetMakeUpDate(cls, morning, date('2025-09-10'))).toBeNull();
  });
});

describe('makeUpDateIssue', () => {
  const changes = [
    cancelled('2025-10-04'),
    cancelled('2025-10-11', { slot_id: noon.id, remedy: makeUpOn('2025-10-15') }),
    extra('2025-10-15', noon),
    extra('2025-10-22'),
    cancelled('2025-10-23', { kind: 'extra' }),
  ];
  const cls = exampleCalendar(changes, ['2025-10-25']);
  const tooEarly = 'Choose a date from tomorrow on';
  const taken = 'This time slot has a session on this date already';
  const bringBack = 'The session on this date is cancelled. Bring it back instead';

  it.each([
    ['yesterday', '2025-09-09', tooEarly],
    ['today', '2025-09-10', tooEarly],
    ['tomorrow', '2025-09-11', null],
    ['a session day', '2025-09-13', taken],
    ['an extra session', '2025-10-22', taken],
    ['a cancelled session', '2025-10-04', bringBack],
    ['a cancelled extra session', '2025-10-23', bringBack],
    ['a session cancelled in another slot', '2025-10-11', taken],
    ['an extra session of another slot', '2025-10-15', null],
    ['a skipped date', '2025-10-25', null],
    ['after the last day', '2025-11-08', null],
  ])('of %s, %s, is %s', (_name, day, issue) => {
    expect(makeUpDateIssue(cls, morning, date(day), date('2025-09-10'))).toBe(issue);
  });

  it('is none for a date before the first day of a class that has not started', () => {
    expect(makeUpDateIssue(cls, morning, date('2025-08-30'), date('2025-08-01'))).toBeNull();
  });
});

describe('canChangeDates', () => {
  const free = { isTaken: false, bookedDates: [] };
  const booked = { isTaken: true, bookedDates: ['2025-10-11', '2025-10-18', '2025-11-08'].map(date) };
  const change = (skipped: readonly string[], start = '2025-09-06', end = '2025-11-01') => ({
    ...exampleCalendar([], skipped),
    start_date: date(start),
    end_date: date(end),
  });
  const skips = exampleCalendar([], ['2025-10-25']);

  it.each([
    ['anything', change([], '2025-09-13', '2025-10-04')],
    ['other skipped dates', change(['2025-10-11'])],
  ])('allows %s while nothing is taken', (_name, next) => {
    expect(canChangeDates(skips, next, free)).toBe(true);
  });

  it.each([
    ['no change', true, change(['2025-10-25'])],
    ['one more skipped date', false, change(['2025-10-25', '2025-10-11'])],
    ['one skipped date less', false, change([])],
    ['another start', false, change(['2025-10-25'], '2025-09-13')],
    ['an earlier start with a skipped first date', false, change(['2025-08-30', '2025-10-25'], '2025-08-30')],
    ['a later end', true, change(['2025-10-25'], '2025-09-06', '2025-11-15')],
    [
      'a later end with a new skipped date',
      true,
      change(['2025-10-25', '2025-11-08'], '2025-09-06', '2025-11-15'),
    ],
    ['a later end on the same last session', true, change(['2025-10-25'], '2025-09-06', '2025-11-06')],
    ['an end after the last booked session', true, change(['2025-10-25'], '2025-09-06', '2025-10-25')],
    ['an end that leaves out a skipped date', true, change([], '2025-09-06', '2025-10-24')],
    ['an end on the last booked session', true, change([], '2025-09-06', '2025-10-18')],
    ['an end before a booked session', false, change([], '2025-09-06', '2025-10-17')],
  ])('of %s while places are taken is %s', (_name, isAllowed, next) => {
    expect(canChangeDates(skips, next, booked)).toBe(isAllowed);
  });

  it('keeps the start, but not the end, for session changes without bookings', () => {
    const changed = { ...skips, session_changes: [cancelled('2025-10-11')] };
    expect(canChangeDates(changed, change([], '2025-09-13'), free)).toBe(false);
    expect(canChangeDates(changed, change(['2025-09-13'], '2025-09-06', '2025-10-04'), free)).toBe(true);
  });
});
