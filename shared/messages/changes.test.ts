import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type UserId, userIdSchema } from '#shared/lib/ids';
import { instantSchema } from '#shared/lib/values';
import type { RecipientState } from '#shared/messages/message';
import { exampleClass } from '#shared/testing/session-calendars';
import { date, time } from '#shared/testing/values';
import { announcedChange, coachingChange, coverChange, isReached, isToCall } from './changes.ts';

const today = date('2025-09-23');
const ids = Array.from({ length: 5 }, (_, index) =>
  userIdSchema.parse(`00000000-0000-4000-8000-00000000000${index}`),
);
const [slot = expect.unreachable()] = exampleClass().time_slots;
const withCoaches = (coach_ids: readonly UserId[], overrides: object = {}) =>
  exampleClass({ coach_ids, ...overrides });
const some = fc.subarray(ids);

describe('what a change of a class is for its coaches', () => {
  it('names each coach once, by what they had and have [COA-02]', () => {
    fc.assert(
      fc.property(some, some, some, fc.boolean(), (held, holding, covering, isMoved) => {
        const before = withCoaches(held);
        const after = withCoaches(holding, isMoved ? { venue: 'Elsewhere' } : {});
        const facts = coachingChange({ before, after, covering }, today);
        const told = ids.filter((id) => {
          const [had, has] = [held.includes(id), holding.includes(id)];
          return had !== has || (isMoved && (has || covering.includes(id)));
        });
        const { assigned = [], removed = [], kept = [] } = facts ?? {};
        expect([...assigned, ...removed, ...kept].toSorted()).toEqual(told);
        for (const id of assigned) expect([held.includes(id), holding.includes(id)]).toEqual([false, true]);
        for (const id of removed) expect([held.includes(id), holding.includes(id)]).toEqual([true, false]);
      }),
    );
  });

  it('takes a deleted class from its coaches and from covers to come [COA-02]', () => {
    fc.assert(
      fc.property(some, some, (held, covering) => {
        const facts = coachingChange({ before: withCoaches(held), covering }, today);
        expect((facts?.removed ?? []).toSorted()).toEqual([...new Set([...held, ...covering])].toSorted());
      }),
    );
  });

  it.each([
    ['venue', { venue: 'Elsewhere' }, { venue: 'Riverside Sports Ground' }],
    [
      'the last date',
      { end_date: date('2025-11-08') },
      { dates: 'Saturday, September 6, 2025 to Saturday, November 1, 2025' },
    ],
    [
      'a date without a session',
      { skipped_dates: [date('2025-10-18')] },
      { dates: 'Saturday, September 6, 2025 to Saturday, November 1, 2025' },
    ],
  ])('tells who keeps it of another %s, with what was before [COA-02]', (_, overrides, was) => {
    const facts = coachingChange({ before: withCoaches(ids), after: withCoaches(ids, overrides) }, today);
    expect(facts).toMatchObject({ kept: ids, was: { venue: null, times: null, dates: null, ...was } });
  });

  it.each([
    ['nothing else changes', ids, {}],
    ['the class is over', [], { end_date: date('2025-09-20') }],
  ])('is nothing where %s [COA-02]', (_, after, overrides) => {
    expect(
      coachingChange({ before: withCoaches(ids, overrides), after: withCoaches(after, overrides) }, today),
    ).toBeNull();
  });

  it.each([
    ['was over and goes on', '2025-09-20', '2025-11-01'],
    ['is over at once', '2025-11-01', '2025-09-20'],
  ])('is told where the class %s [COA-02]', (_, before, after) => {
    const facts = coachingChange(
      {
        before: withCoaches(ids, { end_date: date(before) }),
        after: withCoaches(ids, { end_date: date(after) }),
      },
      today,
    );
    expect(facts?.kept).toEqual(ids);
  });
});

it.each([
  ['nobody has booked', 0, null],
  [
    'somebody has booked',
    1,
    { slots: [{ slot_id: slot.id, before: '9:00 AM - 9:45 AM', after: '9:00 AM - 10:00 AM' }] },
  ],
])('another time is told to families where %s [CAL-11]', (_, current_bookings, facts) => {
  const current = { venue: 'Riverside', time_slots: [{ ...slot, current_bookings }] };
  const next = { venue: undefined, time_slots: [{ ...slot, end_time: time('10:00') }] };
  expect(announcedChange(current, next)).toEqual(facts);
});

it('a cover is for those alone who begin or end to stand in [COA-02]', () => {
  fc.assert(
    fc.property(some, some, (before, after) => {
      const cls = withCoaches([]);
      const facts = coverChange(cls, { slot, date: today }, { before, after });
      expect(facts?.assigned ?? []).toEqual(after.filter((id) => !before.includes(id)));
      expect(facts?.removed ?? []).toEqual(before.filter((id) => !after.includes(id)));
    }),
  );
});

const state_at = instantSchema.parse('2025-09-27T07:10:00.000Z');
const after = (minutes: number) => new Date(Date.parse(state_at) + minutes * 60_000);

it.each<[RecipientState, { reached: boolean; atOnce: boolean; later: boolean }]>([
  ['queued', { reached: false, atOnce: false, later: true }],
  ['sending', { reached: false, atOnce: false, later: true }],
  ['accepted', { reached: false, atOnce: false, later: true }],
  ['held-back', { reached: false, atOnce: true, later: true }],
  ['unknown', { reached: false, atOnce: true, later: true }],
  ['bounced', { reached: false, atOnce: true, later: true }],
  ['delivered', { reached: true, atOnce: false, later: false }],
  ['complained', { reached: true, atOnce: false, later: false }],
])('a family whose email is %s is reached or called as it should be', (state, expected) => {
  const emailed = { state, state_at };
  expect({
    reached: isReached(emailed),
    atOnce: isToCall(emailed, after(9.9)),
    later: isToCall(emailed, after(10)),
  }).toEqual(expected);
});
