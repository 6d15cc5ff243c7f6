import { describe, expect, it } from 'vitest';
import { cents, date, instant } from '#shared/testing/values';
import { type ChargedBooking, sessionsLeftValue } from './endings.ts';
import { moveLabel, quoteMove } from './move-terms.ts';

const booking: ChargedBooking = {
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
    const left = sessionsLeftValue(booking, instant(`${day}T08:00:00.000Z`));
    const quote = quoteMove(left, cents(price));
    expect(quote).toEqual({ credit, charge: price, difference: price - credit });
    expect(moveLabel(quote)).toBe(label);
  });

  it('counts what was credited for sessions before', () => {
    const left = sessionsLeftValue(
      { ...booking, credited: cents(2_000) },
      instant('2025-09-01T08:00:00.000Z'),
    );
    expect(quoteMove(left, cents(6_000))).toEqual({ credit: 4_000, charge: 6_000, difference: 2_000 });
  });
});
