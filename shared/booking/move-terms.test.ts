import { describe, expect, it } from 'vitest';
import { businessMoment } from '#shared/lib/business-time';
import { classIdSchema } from '#shared/lib/ids';
import type { ClassCalendar } from '#shared/sessions/sessions';
import type { SessionChange } from '#shared/sessions/slot';
import {
  cancelled,
  exampleCalendar,
  extra,
  makeUpOn,
  morning,
  noon,
  trialSessionOn,
} from '#shared/testing/session-calendars';
import { cents, date, instant } from '#shared/testing/values';
import { type ChargedBooking, sessionsLeftValue } from './endings.ts';
import { isMovable, moveLabel, moveTerms, quoteMove } from './move-terms.ts';

const zone = 'Europe/London';
const at = (text: string) => businessMoment(new Date(text), zone);
const tuesday = at('2025-09-23T10:00:00Z');

const [ownClass, otherClass] = [
  classIdSchema.parse('cls_01K4F0000000000000000000AA'),
  classIdSchema.parse('cls_01K4F0000000000000000000BB'),
];
const place = (
  slot: typeof morning,
  { calendar = exampleCalendar(), id = ownClass }: { calendar?: ClassCalendar; id?: typeof ownClass } = {},
) => ({
  cls: { ...calendar, id, weekly_rate: cents(2_000) },
  slot: { ...slot, calendar_version: 4 },
  earlier_slots: [],
});

/** The example class meets on Saturdays from 2025-09-06 to 2025-11-01. */
const saturdays = (...days: string[]) => days.map((day) => date(`2025-${day}`));
const allDates = saturdays('09-06', '09-13', '09-20', '09-27', '10-04', '10-11', '10-18', '10-25', '11-01');
const full = {
  is_trial: false,
  trial_date: null,
  dates: allDates,
  amount: cents(18_000),
  sessions_left: cents(12_000),
  credited_dates: [],
  time_slot_id: morning.id,
};
const trial = {
  ...full,
  ...{ is_trial: true, trial_date: date('2025-09-27'), dates: saturdays('09-27') },
  ...{ amount: cents(2_000), sessions_left: cents(2_000) },
};

/** The terms of a move from the morning to noon on Tuesday, in a class with these changes. */
const movedToNoon = (
  changes: SessionChange[],
  booking: Parameters<typeof moveTerms>[0] = full,
  now = tuesday,
) => {
  const calendar = exampleCalendar(changes);
  return moveTerms(booking, place(morning, { calendar }), place(noon, { calendar }), now);
};

describe('isMovable', () => {
  it.each([
    ['a trial before its session', trial, '2025-09-27T07:59:59Z', true],
    ['a trial whose session has begun', trial, '2025-09-27T08:00:00Z', false],
    ['a programme before its last session', full, '2025-11-01T08:59:59Z', true],
    ['a programme whose last session has begun', full, '2025-11-01T09:00:00Z', false],
  ])('%s [MOV-05]', (_, booking, now, expected) => {
    expect(isMovable(booking, place(morning), at(now))).toBe(expected);
  });

  it('is a programme with a make-up to come only', () => {
    const calendar = exampleCalendar([
      cancelled('2025-11-01', { remedy: makeUpOn('2025-11-08') }),
      extra('2025-11-08'),
    ]);
    expect(isMovable(full, place(morning, { calendar }), at('2025-11-05T10:00:00Z'))).toBe(true);
  });
});

describe('within a class', () => {
  it('the sessions held stay, those to come are the new slot’s, and no money changes [MOV-03]', () => {
    const changes = [cancelled('2025-10-04', { slot_id: noon.id }), extra('2025-11-08', noon)];
    expect(movedToNoon(changes)).toEqual({
      dates: saturdays('09-06', '09-13', '09-20', '09-27', '10-11', '10-18', '10-25', '11-01', '11-08'),
      first_session: '2025-09-27',
      earlier_slots: Object.fromEntries(saturdays('09-06', '09-13', '09-20').map((day) => [day, morning.id])),
      trial_date: null,
      calendar_version: 4,
      quote: { credit: 0, charge: 0, difference: 0 },
    });
  });

  it('a session that was held today is not given again by a later slot of the day', () => {
    expect(movedToNoon([], full, at('2025-09-27T09:00:00Z'))?.dates).toEqual(allDates);
    expect(movedToNoon([], full, at('2025-11-01T10:00:00Z'))).toBeNull();
  });

  it('the sessions that are over keep their slots, over several moves', () => {
    const calendar = exampleCalendar([cancelled('2025-09-13', { remedy: { kind: 'later' } })]);
    const [early, late] = [place(morning, { calendar }), place(noon, { calendar })];
    const first = moveTerms(full, early, late, at('2025-09-15T10:00:00Z'))?.earlier_slots;
    expect(first).toEqual({ '2025-09-06': morning.id, '2025-09-13': morning.id });
    const moved = { ...full, time_slot_id: noon.id, earlier_slots: first };
    expect(moveTerms(moved, late, early, tuesday)?.earlier_slots).toEqual({
      ...first,
      '2025-09-20': noon.id,
    });
  });

  it('a session to come that is credited is not given again by the new slot [MOV-03]', () => {
    const later = cancelled('2025-10-04', { remedy: { kind: 'later' } });
    const terms = movedToNoon([cancelled('2025-09-27'), later]);
    expect(terms?.earlier_slots).toMatchObject({ '2025-09-27': morning.id });
    expect(terms?.earlier_slots).not.toHaveProperty('2025-10-04');
    // The booking still covers it, as a session of the morning that was cancelled.
    expect(terms?.dates).toEqual(allDates);
    expect(terms?.first_session).toBe('2025-10-04');
    expect(movedToNoon([cancelled('2025-11-01')], full, at('2025-10-28T10:00:00Z'))).toBeNull();
  });

  describe('a make-up session to come', () => {
    const lost = (day: string, slot: typeof morning, makeUp: string) => [
      cancelled(day, { slot_id: slot.id, remedy: makeUpOn(makeUp) }),
      extra(makeUp, slot),
    ];

    it.each([
      ['an earlier date', '09-13', []],
      ['a date that the new slot cancelled', '10-04', [cancelled('2025-10-04', { slot_id: noon.id })]],
    ])('of %s stays in its slot [MOV-03] [CAN-10]', (_, day, others) => {
      const terms = movedToNoon([...lost(`2025-${day}`, morning, '2025-11-08'), ...others]);
      expect(terms?.dates).toEqual(allDates);
      expect(terms?.earlier_slots).toMatchObject({ [`2025-${day}`]: morning.id });
    });

    it.each([
      ['of the same session', '11-15', lost('2025-09-13', noon, '2025-11-15')],
      ['on the same date', '11-08', lost('2025-10-04', noon, '2025-11-08')],
    ])('is given once where the new slot has one %s [MOV-03]', (_, day, ofNoon) => {
      const terms = movedToNoon([...lost('2025-09-13', morning, '2025-11-08'), ...ofNoon]);
      expect(terms?.earlier_slots).not.toHaveProperty('2025-09-13');
      expect(terms?.dates).toContain(`2025-${day}`);
    });

    it('is not given a second time in a move back to its slot [MOV-03]', () => {
      const calendar = exampleCalendar(lost('2025-09-13', morning, '2025-11-08'));
      const moved = { ...full, time_slot_id: noon.id, earlier_slots: { '2025-09-13': morning.id } };
      const [early, late] = [place(morning, { calendar }), place(noon, { calendar })];
      const terms = moveTerms(moved, late, early, tuesday);
      expect(terms?.dates).toEqual(allDates);
      expect(terms?.earlier_slots).toMatchObject({ '2025-09-13': morning.id });
    });

    it.each([
      ['was held', []],
      ['is credited', [cancelled('2025-10-04')]],
    ])('of the new slot is not given for a session that %s in the old one [MOV-03]', (_, changes) => {
      const day = changes[0]?.date ?? '2025-09-13';
      const terms = movedToNoon([...changes, ...lost(day, noon, '2025-11-08')]);
      expect(terms?.dates).toEqual(allDates);
      expect(terms?.earlier_slots).toMatchObject({ [day]: morning.id });
    });
  });

  describe('of a trial that was kept', () => {
    const kept = {
      ...full,
      dates: saturdays('10-04', '10-11', '10-18', '10-25', '11-01'),
      trial_session: trialSessionOn('2025-09-27'),
    };

    it('its session is the new slot’s next one while it is to come, and no session is charged twice [MOV-05]', () => {
      expect(movedToNoon([cancelled('2025-09-27', { slot_id: noon.id })], kept)).toMatchObject({
        dates: saturdays('10-11', '10-18', '10-25', '11-01'),
        trial_session: { ...kept.trial_session, date: '2025-10-04', calendar_version: 4 },
      });
    });

    it.each([
      ['was held', [], at('2025-09-29T10:00:00Z')],
      ['is credited', [cancelled('2025-09-27')], tuesday],
    ])('its session stays in its slot where it %s', (_, changes, moment) => {
      const terms = movedToNoon(changes, kept, moment);
      expect(terms).toMatchObject({ dates: kept.dates, trial_session: kept.trial_session });
      expect(terms?.earlier_slots).toEqual({ '2025-09-27': morning.id });
    });

    it('there are no terms where the new slot has one session left', () => {
      const changes = kept.dates.map((day) => cancelled(day, { slot_id: noon.id }));
      expect(movedToNoon(changes, kept)).toBeNull();
      expect(movedToNoon(changes)).not.toBeNull();
    });
  });

  it('a trial takes the new slot’s next session [MOV-05]', () => {
    expect(movedToNoon([cancelled('2025-09-27', { slot_id: noon.id })], trial)).toMatchObject({
      dates: saturdays('10-04'),
      trial_date: '2025-10-04',
      quote: { difference: 0 },
    });
  });
});

describe('to another class', () => {
  const other = place(noon, { id: otherClass });

  it('the sessions left are credited and the programme is charged at the price today [MOV-03]', () => {
    expect(moveTerms({ ...full, sessions_left: cents(10_000) }, place(morning), other, tuesday)).toEqual({
      dates: saturdays('09-27', '10-04', '10-11', '10-18', '10-25', '11-01'),
      first_session: '2025-09-27',
      trial_date: null,
      calendar_version: 4,
      quote: { credit: 10_000, charge: 12_000, difference: 2_000 },
    });
  });

  it('there are no terms of a trial, nor when no session is left [MOV-05]', () => {
    expect(moveTerms(trial, place(morning), other, tuesday)).toBeNull();
    expect(moveTerms(full, place(morning), other, at('2025-11-01T12:00:00Z'))).toBeNull();
  });
});

const charged: ChargedBooking = {
  amount: cents(6_000),
  credited: cents(0),
  sessions: ['2025-09-06', '2025-09-13', '2025-09-20'].map((day) => ({
    date: date(day),
    startsAt: instant(`${day}T08:00:00.000Z`),
    state: 'on',
  })),
};

describe('quoteMove', () => {
  it.each([
    ['before the first session', '2025-09-01', 8_000, 6_000, 'Change and pay $20.00'],
    ['to the same price', '2025-09-01', 6_000, 6_000, 'Change'],
    ['after two sessions', '2025-09-14', 6_000, 2_000, 'Change and pay $40.00'],
    ['after the last session', '2025-09-21', 6_000, 0, 'Change and pay $60.00'],
  ])('charges the price today and credits the sessions left: %s', (_, day, price, credit, label) => {
    const left = sessionsLeftValue(charged, instant(`${day}T08:00:00.000Z`));
    const quote = quoteMove(left, cents(price));
    expect(quote).toEqual({ credit, charge: price, difference: price - credit });
    expect(moveLabel(quote)).toBe(label);
  });
});
