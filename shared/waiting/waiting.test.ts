import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { child, entry, family, minute, offer } from '#shared/testing/waiting/waiting-list';
import {
  byRank,
  decideUnoffered,
  goBehind,
  placesNeeded,
  type RankedApplication,
  rankOf,
  ranksAfterDecline,
} from './waiting.ts';

/** Entry `number`, which joined in that minute, for this many children. */
const waits = (number: number, places = 1, more: Partial<RankedApplication> = {}): RankedApplication => ({
  id: entry(number),
  parent_id: family(number),
  child_ids: Array.from({ length: places }, (_, index) => child(100 * number + index)),
  since: minute(number),
  put_first_at: null,
  passed_over_at: null,
  offer_id: null,
  behind_at: null,
  ...more,
});

const numberOf = ({ id }: Pick<RankedApplication, 'id'>): number => Number(id.slice(4));
const ordered = (entries: readonly RankedApplication[]): number[] => entries.toSorted(byRank).map(numberOf);

describe('the order of a list', () => {
  it('starts with the entries that an administrator put first, the latest act before the others, and is by time of joining', () => {
    const list = [
      waits(1),
      waits(2, 1, { put_first_at: minute(50) }),
      waits(3),
      waits(4, 1, { put_first_at: minute(60) }),
    ];
    expect(ordered(list)).toEqual([4, 2, 1, 3]);
  });

  it('is the same on each read where two joined at the same moment', () => {
    const [one, other] = [waits(1, 1, { since: minute(5) }), waits(2, 1, { since: minute(5) })];
    expect([ordered([one, other]), ordered([other, one])]).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });
});

describe('a family that lets an offer go', () => {
  const own = family(9);
  const at = minute(50);
  const ownEntry = (number: number, more: Partial<RankedApplication> = {}) =>
    waits(number, 1, { parent_id: own, ...more });

  it('has its other entries behind those of every other family, in their order [WAI-15]', () => {
    const list = [
      ownEntry(1),
      ownEntry(2, { put_first_at: minute(40) }),
      waits(3),
      waits(4),
      ownEntry(5),
      waits(6, 1, { put_first_at: minute(30) }),
    ];
    expect(ordered(list)).toEqual([2, 6, 1, 3, 4, 5]);
    const after = list.map((entry) => (entry.parent_id === own ? goBehind(entry, at) : entry));
    expect(ordered(after)).toEqual([6, 3, 4, 2, 1, 5]);
  });

  it.each([
    ['joined or went to the end later', { since: minute(51) }, [1, 3]],
    ['was put first later', { put_first_at: minute(51) }, [3, 1]],
    ['was put first before', { put_first_at: minute(49) }, [1, 3]],
  ])('with an entry that %s', (_, more, order) => {
    expect(ordered([goBehind(ownEntry(3, more), at), waits(1)])).toEqual(order);
  });

  it.each([
    // The first of the family decides on an offer; two others wait before and behind two families.
    [
      [ownEntry(1, { offer_id: offer(1) }), ownEntry(2), waits(3), waits(4), ownEntry(5)],
      { own: 5, others: [3, 4] },
    ],
    [[ownEntry(1, { offer_id: offer(1) })], { own: 1, others: [] }],
    [
      [ownEntry(1, { offer_id: offer(1) }), ownEntry(2, { offer_id: offer(2) }), waits(3)],
      { own: 2, others: [] },
    ],
    [[ownEntry(1, { offer_id: offer(1), put_first_at: minute(3) }), waits(3)], { own: 2, others: [] }],
  ])('knows its ranks before it declines', (list, ranks) => {
    expect(ranksAfterDecline(list, { id: entry(1), parent_id: own }, at)).toEqual(ranks);
  });
});

describe('rankOf', () => {
  const list = [waits(3), waits(2, 1, { offer_id: offer(1) }), waits(1), waits(4, 2)];

  it.each([
    [1, 1],
    [3, 2],
    [4, 3],
    // Decides on an offer.
    [2, null],
    [5, null],
  ])('of entry %i among those that wait is %j', (number, rank) => {
    expect(rankOf(list, entry(number))).toBe(rank);
  });
});

describe('decideKept', () => {
  const [current, all] = [minute(500), minute(600)];
  const anyEntry = fc.record({
    places: fc.integer({ min: 1, max: 2 }),
    isCurrent: fc.boolean(),
    found_no_room: fc.boolean(),
    isFirst: fc.boolean(),
  });
  const anyList = fc.array(anyEntry, { maxLength: 6 });
  const phases = ['closed', 'for current families', 'open'] as const;

  it('asks those without room, then current families once it is open for them, then everybody [TRM-11]', () => {
    fc.assert(
      fc.property(
        anyList,
        fc.constantFrom(...phases),
        fc.integer({ min: 1, max: 2 }),
        (rows, phase, free) => {
          const entries = rows.map(({ places, found_no_room, isFirst }, index) =>
            waits(index, places, {
              ...(found_no_room && { found_no_room }),
              ...(isFirst && { put_first_at: minute(50 + index) }),
            }),
          );
          const rowOf = (entry: RankedApplication) => rows[numberOf(entry)];
          const next = decideUnoffered(
            { applications: entries, free, released_at: minute(400) },
            {
              forCurrent: phase === 'closed' ? current : null,
              forAll: phase === 'open' ? null : all,
              isCurrent: (entry) =>
                rows.some((row, index) => row.isCurrent && family(index) === entry.parent_id),
            },
          );
          const fitting = entries.filter((entry) => placesNeeded(entry) <= free).toSorted(byRank);
          const allowed = fitting.filter((entry) => {
            if (phase === 'open' || rowOf(entry)?.found_no_room) return true;
            return phase === 'for current families' && rowOf(entry)?.isCurrent;
          });
          const [first] = allowed;
          if (first) expect(next).toEqual({ decision: 'ask', application: first });
          else if (phase === 'closed' && fitting.length > 0)
            expect(next).toEqual({ decision: 'wait', until: current });
          else expect(next).toEqual({ decision: 'open' });
        },
      ),
    );
  });
});
