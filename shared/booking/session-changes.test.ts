import { describe, expect, it } from 'vitest';
import type { SessionChange } from '#shared/sessions/slot';
import {
  cancelled,
  exampleCalendar,
  extra,
  makeUpOn,
  morning,
  noon,
} from '#shared/testing/session-calendars';
import { cents, date } from '#shared/testing/values';
import { businessMoment } from '../lib/business-time.ts';
import { datesIn } from './booked-sessions.ts';
import { cancelSession, chooseRemedy, removableMakeUps, restoreSession } from './session-changes.ts';

const saturday = date('2025-09-27');
const credit = { kind: 'credit' } as const;
const weather = { slot_id: morning.id, date: saturday, reason: 'weather', calendar_version: 1 } as const;
/** Of the other slot and of another day: neither has to do with the session of Saturday morning. */
const others = [cancelled('2025-09-27', { slot_id: noon.id }), cancelled('2025-10-04')];
const byDay = (changes: readonly SessionChange[]) =>
  changes.toSorted((one, other) =>
    `${one.date}${one.slot_id}`.localeCompare(`${other.date}${other.slot_id}`),
  );

describe('cancelSession', () => {
  it.each([
    ['with a credit', credit, []],
    ['with a make-up date', makeUpOn('2025-11-08'), [extra('2025-11-08')]],
  ] as const)(
    'adds one change %s, and keeps those of other sessions [CAN-01, CAN-10]',
    (_, remedy, makeUps) => {
      const changes = cancelSession(exampleCalendar(others), { ...weather, remedy });
      expect(byDay(changes)).toEqual(byDay([...others, cancelled('2025-09-27', { remedy }), ...makeUps]));
    },
  );

  it('takes the place of an extra session', () => {
    const changes = cancelSession(exampleCalendar([extra('2025-11-08')]), {
      ...weather,
      date: date('2025-11-08'),
      remedy: credit,
    });
    expect(changes).toEqual([cancelled('2025-11-08', { kind: 'extra' })]);
  });

  it.each([
    ['a day without a session', '2025-09-28'],
    ['a session that is cancelled', '2025-10-04'],
  ])('refuses %s', (_, day) => {
    const cancellation = { ...weather, date: date(day), remedy: credit };
    expect(() => cancelSession(exampleCalendar(others), cancellation)).toThrow('Only a session that is on');
  });
});

describe('chooseRemedy', () => {
  const later = cancelled('2025-09-27', { remedy: { kind: 'later' } });

  it.each([
    ['a credit', credit, []],
    ['a make-up date', makeUpOn('2025-11-08'), [extra('2025-11-08')]],
  ] as const)('gives the cancelled session %s and no other one [CAN-03]', (_, remedy, makeUps) => {
    const changes = chooseRemedy(exampleCalendar([later, ...others]), morning, saturday, remedy);
    expect(byDay(changes)).toEqual(byDay([...others, { ...later, remedy }, ...makeUps]));
  });

  it('refuses a session that is on', () => {
    expect(() => chooseRemedy(exampleCalendar(), morning, saturday, credit)).toThrow(
      'Only a cancelled session',
    );
  });
});

describe('restoreSession', () => {
  it('drops the change of the session and of the make-ups that go, and no other one [CAN-11]', () => {
    const gone = [cancelled('2025-09-27', { remedy: makeUpOn('2025-11-08') }), extra('2025-11-08')];
    const atNoon = { ...extra('2025-11-08'), slot_id: noon.id };
    const calendar = exampleCalendar([...gone, ...others, atNoon]);
    const removed = [date('2025-11-08')];
    expect(restoreSession(calendar, morning, saturday, { removed })).toEqual([...others, atNoon]);
  });

  it('leaves an extra session as one [CAN-11]', () => {
    const calendar = exampleCalendar([cancelled('2025-11-08', { kind: 'extra' })]);
    expect(restoreSession(calendar, morning, date('2025-11-08'), { removed: [] })).toEqual([
      extra('2025-11-08'),
    ]);
  });
});

describe('removableMakeUps', () => {
  const calendar = exampleCalendar([
    cancelled('2025-09-27', { remedy: makeUpOn('2025-11-08') }),
    cancelled('2025-11-08', { kind: 'extra', remedy: makeUpOn('2025-11-15') }),
    extra('2025-11-15'),
  ]);
  const at = (instant: string) => businessMoment(new Date(instant), 'Europe/London');
  const before = at('2025-09-28T10:00:00Z');
  it('are those that replaced the session, one after the other [CAN-11]', () => {
    const removable = removableMakeUps(calendar, morning, saturday, [], before);
    expect(removable).toEqual(['2025-11-08', '2025-11-15']);
  });

  it('leave out those that have begun [CAN-11]', () => {
    const removable = removableMakeUps(calendar, morning, saturday, [], at('2025-11-10T10:00:00Z'));
    expect(removable).toEqual(['2025-11-15']);
  });

  it('leave out those that a booking agreed to, with what replaced them [CAN-11]', () => {
    const booking = { time_slot_id: morning.id, amount: cents(2_000) };
    const removable = (day: string) =>
      removableMakeUps(calendar, morning, saturday, [{ ...booking, dates: [date(day)] }], before);
    expect(removable('2025-10-25')).toEqual(['2025-11-08', '2025-11-15']);
    expect(removable('2025-11-08')).toEqual([]);
  });
});

it('datesIn has the dates of one slot from today on, without cancelled sessions', () => {
  const booking = {
    time_slot_id: noon.id,
    amount: cents(8_000),
    dates: ['2025-09-20', '2025-09-27', '2025-10-04', '2025-10-11'].map(date),
    earlier_slots: { '2025-09-27': morning.id },
  };
  const calendar = exampleCalendar([cancelled('2025-10-04', { slot_id: noon.id })]);
  expect(datesIn(calendar, booking, noon, date('2025-09-20'))).toEqual(['2025-09-20', '2025-10-11']);
  expect(datesIn(calendar, booking, noon, date('2025-09-21'))).toEqual(['2025-10-11']);
  expect(datesIn(calendar, booking, morning, saturday)).toEqual(['2025-09-27']);
});
