import { describe, expect, it } from 'vitest';
import { instantSchema } from '#shared/schemas/values';
import { date } from '#shared/testing/values';
import { cardConfirmedOn, coachCardOf, emptyCard, isCardDue } from './card.ts';

describe('the confirmation of a card', () => {
  it.each([
    ['2026-09-12T22:59:00.000Z', '2026-09-12'],
    // After midnight of the business, before midnight UTC.
    ['2026-09-12T23:30:00.000Z', '2026-09-13'],
    [null, null],
  ])('at %s is of the day %s in London [EME-03]', (at, day) => {
    const card_confirmed_at = at === null ? null : instantSchema.parse(at);
    expect(cardConfirmedOn({ card_confirmed_at }, 'Europe/London')).toBe(day);
  });

  it.each([
    [null, true],
    ['2026-09-12', false],
    ['2026-03-17', false],
    ['2026-03-16', true],
    ['2025-09-12', true],
  ])('of the day %s is to be renewed on Sep 12, 2026: %s [EME-03]', (day, due) => {
    expect(isCardDue(day === null ? null : date(day), date('2026-09-12'))).toBe(due);
  });
});

describe('what a coach reads of a card', () => {
  it('is not answered, without contacts and without a yes to photos, for a child that was removed [EME-06]', () => {
    const nothing = { medical_conditions: null, health_answer: null, contacts: [] };
    expect(coachCardOf(undefined)).toEqual({ ...nothing, photos: { school: false, web: false } });
    expect(coachCardOf(emptyCard)).toEqual(coachCardOf(undefined));
  });
});
