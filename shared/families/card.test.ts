import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/lib/calendar';
import { instantSchema } from '#shared/lib/values';
import { date } from '#shared/testing/values';
import { cardConfirmedOn, cardMailOn, cardRetentionOn, coachCardOf, emptyCard, isCardDue } from './card.ts';

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
    ['2026-03-16', true],
    ['2025-09-12', true],
  ])('of the day %s is to be renewed on Sep 12, 2026: %s [EME-03]', (day, due) => {
    expect(isCardDue(day === null ? null : date(day), date('2026-09-12'))).toBe(due);
  });
});

describe('the email about a card', () => {
  const created_at = instantSchema.parse('2026-03-01T10:00:00.000Z');
  it.each([
    [null, '2026-08-28'],
    ['2026-03-16T10:00:00.000Z', '2026-09-12'],
  ])('goes 180 days after its confirmation on %s, or after its entry, on %s [EME-03]', (at, day) => {
    const card_confirmed_at = at === null ? null : instantSchema.parse(at);
    expect(cardMailOn({ card_confirmed_at, created_at }, 'Europe/London')).toBe(day);
  });

  it('goes on the day from which the parent area asks [EME-03]', () => {
    const card_confirmed_at = instantSchema.parse('2026-03-16T23:30:00.000Z');
    const card = { card_confirmed_at, created_at };
    const day = cardMailOn(card, 'Europe/London');
    const confirmedOn = cardConfirmedOn(card, 'Europe/London');
    expect([addDays(day, -1), day].map((today) => isCardDue(confirmedOn, today))).toEqual([false, true]);
  });
});

it('what a coach reads of a card is not answered, without contacts and without a yes to photos, for a child that was removed [EME-06]', () => {
  const nothing = { medical_conditions: null, health_answer: null, contacts: [] };
  expect(coachCardOf(undefined)).toEqual({ ...nothing, photos: { school: false, web: false } });
  expect(coachCardOf(emptyCard)).toEqual(coachCardOf(undefined));
});

const at = (day: string) => instantSchema.parse(`${day}T12:00:00.000Z`);
const today = date('2026-09-12');
const note = { ...emptyCard, created_at: at('2024-01-01'), medical_conditions: 'Asthma' };
const contact = { name: 'Ruth', relation: 'Aunt', phone_number: '07700 900301', may_collect: true };
const decide = (
  card: Partial<typeof note> & { card_goes_on?: ReturnType<typeof date> },
  booked: string[] = [],
) => cardRetentionOn({ ...note, ...card }, booked.map(date), today, 'Europe/London');

describe('notes and contacts [SEE-03]', () => {
  it.each([
    ['that are not there', { medical_conditions: null }, [], 'keep'],
    ['of a child without a booking for a year', {}, ['2025-09-12'], 'ask'],
    ['of a child with a booking within a year', {}, ['2024-05-01', '2025-09-13'], 'keep'],
    ['of a child that was entered within a year', { created_at: at('2025-09-13') }, [], 'keep'],
    ['that were confirmed within a year', { card_confirmed_at: at('2025-09-13') }, [], 'keep'],
    ['that go tomorrow', { card_goes_on: date('2026-09-13') }, [], 'keep'],
    ['that go today', { card_goes_on: today }, [], 'erase'],
    ['that were to go on a day that was missed', { card_goes_on: date('2026-08-01') }, [], 'erase'],
    ['asked about before the last use', { card_goes_on: date('2025-01-01') }, ['2025-05-01'], 'ask'],
    ['asked about on the day of it', { card_goes_on: date('2025-05-31') }, ['2025-05-01'], 'ask'],
    ['contacts alone', { medical_conditions: null, contacts: [contact] }, [], 'ask'],
  ] as const)('%s', (_, card, booked, decision) => {
    expect(decide(card as Parameters<typeof decide>[0], [...booked])).toBe(decision);
  });
});
