import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { date, instant, time } from '#shared/testing/values';
import {
  isCurrentFamily,
  isForCurrentOnly,
  isOffSale,
  openingsIssue,
  opensAfterEnd,
  opensAfterLastSession,
  opensFor,
  opensForAll,
  opensForCurrent,
} from './openings.ts';

const friday = instant('2026-09-04T08:00:00.000Z');
const saturday = instant('2026-09-05T08:00:00.000Z');

/** A second before, at, and a second after an instant. */
const around = (at: string): [before: Date, at: Date, after: Date] => {
  const ms = Date.parse(at);
  return [new Date(ms - 1_000), new Date(ms), new Date(ms + 1_000)];
};

describe('a class', () => {
  const both = { opens_for_current_at: friday, opens_at: saturday };

  it('without openings is open for everybody [TRM-06]', () => {
    const openings = { opens_for_current_at: null, opens_at: null };
    for (const isCurrent of [true, false]) expect(opensFor(openings, isCurrent, new Date(0))).toBeNull();
  });

  it.each([
    [undefined, false],
    [friday, true],
  ])('with the mark %s is off sale: %s, whatever its openings [OPS-08]', (off_sale_since, is) => {
    expect(isOffSale({ ...both, off_sale_since })).toBe(is);
  });

  it('opens for everybody at its instant, to the second [TRM-06]', () => {
    const openings = { opens_for_current_at: null, opens_at: saturday };
    const opens = around(saturday).map((now) => [true, false].map((is) => opensFor(openings, is, now)));
    expect(opens).toEqual([
      [saturday, saturday],
      [null, null],
      [null, null],
    ]);
    expect(around(saturday).some((now) => isForCurrentOnly(openings, now))).toBe(false);
  });

  it('opens for current families first [TRM-06]', () => {
    expect(around(friday).map((now) => [opensForCurrent(both, now), opensForAll(both, now)])).toEqual([
      [friday, saturday],
      [null, saturday],
      [null, saturday],
    ]);
    const moments = [...around(friday), ...around(saturday)];
    expect(moments.map((now) => isForCurrentOnly(both, now))).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it('is never closed again, and for no current family later than for others [TRM-06]', () => {
    const anyInstant = fc
      .integer({ min: 0, max: 1_000 })
      .map((s) => instant(new Date(s * 1_000).toISOString()));
    const openings = fc
      .record({ opens_for_current_at: fc.option(anyInstant), opens_at: fc.option(anyInstant) })
      .filter((both) => openingsIssue(both) === undefined);
    const moment = fc.integer({ min: 0, max: 1_001_000 });
    fc.assert(
      fc.property(openings, moment, moment, (classOpenings, one, other) => {
        const [early, late] = one < other ? [one, other] : [other, one];
        for (const isCurrent of [true, false]) {
          const isOpen = (ms: number) => opensFor(classOpenings, isCurrent, new Date(ms)) === null;
          expect(isOpen(late) || !isOpen(early)).toBe(true);
        }
        const now = new Date(early);
        if (opensFor(classOpenings, false, now) === null)
          expect(opensFor(classOpenings, true, now)).toBeNull();
      }),
    );
  });
});

it.each([
  [null, null, undefined],
  [null, saturday, undefined],
  [friday, saturday, undefined],
  [friday, null, 'Please enter when it opens for everybody'],
  [saturday, saturday, 'Everybody books after current families'],
  [saturday, friday, 'Everybody books after current families'],
])('openings %j and %j: %j [TRM-06]', (opens_for_current_at, opens_at, message) => {
  expect(openingsIssue({ opens_for_current_at, opens_at })).toBe(message);
});

it.each([
  [[], false],
  [['2026-12-01'], true],
  [['2026-09-05'], true],
  // Sep 5 less 90 days.
  [['2026-06-07'], true],
  [['2026-06-06'], false],
  [['2025-01-01', '2026-09-04'], true],
])('a family with bookings in classes until %j is a current one: %j [TRM-06]', (ends, isCurrent) => {
  const classes = ends.map((end) => ({ end_date: date(end) }));
  expect(isCurrentFamily(classes, date('2026-09-05'))).toBe(isCurrent);
});

it.each([
  ['2025-12-13T08:59:59.000Z', false],
  ['2025-12-13T09:00:00.000Z', true],
  ['2026-01-01T00:00:00.000Z', true],
  ['9999-12-31T23:59:59.000Z', true],
])('a class that opens at %s opens after its last session: %s [TRM-11]', (opens_at, expected) => {
  const form = {
    start_date: date('2025-11-08'),
    end_date: date('2025-12-20'),
    skipped_dates: [date('2025-12-20')],
    time_slots: [{ start_time: time('09:00') }, { start_time: time('08:00') }],
  };
  const openings = { opens_for_current_at: null, opens_at: instant(opens_at) };
  expect(opensAfterLastSession(openings, form, 'Europe/London')).toBe(expected);
});

it.each([
  ['2025-12-21T23:59:59.000Z', false],
  ['2025-12-22T12:00:01.000Z', true],
  ['9999-12-31T23:59:59.000Z', true],
])(
  'the form of a class that ends on Dec 20 and opens at %s is refused everywhere: %s [TRM-11]',
  (opens_at, expected) => {
    const openings = { opens_for_current_at: null, opens_at: instant(opens_at) };
    expect(opensAfterEnd(openings, date('2025-12-20'))).toBe(expected);
  },
);
