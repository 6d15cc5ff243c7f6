import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { child, entry, minute, offer } from '#shared/testing/waiting/samples';
import { byRank, firstToAsk, placesNeeded, type RankedEntry, rankOf } from './waiting.ts';

/** Entry `number`, which joined in that minute, for this many children. */
const waits = (number: number, places = 1, more: Partial<RankedEntry> = {}): RankedEntry => ({
  id: entry(number),
  child_ids: Array.from({ length: places }, (_, index) => child(100 * number + index)),
  since: minute(number),
  put_first_at: null,
  passed_over_at: null,
  offer_id: null,
  ...more,
});

const numberOf = ({ id }: Pick<RankedEntry, 'id'>): number => Number(id.slice(4));
const ordered = (entries: readonly RankedEntry[]): number[] => entries.toSorted(byRank).map(numberOf);

describe('the order of a list', () => {
  it('is by time of joining', () => {
    expect(ordered([waits(3), waits(1), waits(2)])).toEqual([1, 2, 3]);
  });

  it('starts with the entries that an administrator put first, the latest act before the others', () => {
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

  it('does not depend on the order in which entries are read', () => {
    const moments = fc.integer({ min: 0, max: 3 }).map(minute);
    const anyList = fc
      .array(fc.tuple(moments, fc.option(moments)), { maxLength: 6 })
      .map((rows) => rows.map(([since, put_first_at], index) => waits(index, 1, { since, put_first_at })));
    const shuffled = anyList.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(shuffled, ([list, read]) => {
        expect(ordered(read)).toEqual(ordered(list));
      }),
    );
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

describe('firstToAsk', () => {
  /** Asks until no entry fits: those that were asked, in this order, and the places that are left. */
  const plan = (
    entries: readonly RankedEntry[],
    free: number,
    released_at: RankedEntry['passed_over_at'] = minute(100),
  ): { asked: number[]; open: number } => {
    const next = firstToAsk({ entries, free, released_at });
    if (!next) return { asked: [], open: free };
    const others = entries.filter(({ id }) => id !== next.id);
    const { asked, open } = plan(others, free - placesNeeded(next), released_at);
    return { asked: [numberOf(next), ...asked], open };
  };

  it.each([
    ['one place goes to the first', [waits(1), waits(2)], 1, [1], 0],
    ['two places go to the first two', [waits(2), waits(3), waits(1)], 2, [1, 2], 0],
    ['siblings who do not fit are left out', [waits(1, 2), waits(2)], 1, [2], 0],
    ['siblings who fit get all their places', [waits(1, 2), waits(2)], 2, [1], 0],
    ['what is left goes on down the list', [waits(1, 2), waits(2, 2), waits(3)], 3, [1, 3], 0],
    ['an entry is offered all its places or none', [waits(1, 3)], 2, [], 2],
    ['places that no entry fits open to all', [waits(1), waits(2, 2)], 2, [1], 1],
    ['without a list all opens', [], 3, [], 3],
    ['without a place no entry is asked', [waits(1)], 0, [], 0],
    ['an entry with an open offer is not asked', [waits(1, 1, { offer_id: offer(1) }), waits(2)], 1, [2], 0],
  ])('%s', (_, entries, free, asked, open) => {
    expect(plan(entries, free)).toEqual({ asked, open });
  });

  it.each([
    [100, 99, [1]],
    [100, 100, [2]],
    [100, 101, [2]],
  ])(
    'a place that became free at %i, asked of one passed over at %i: goes to %j',
    (released, passed, asked) => {
      const list = [waits(1, 1, { passed_over_at: minute(passed) }), waits(2)];
      expect(plan(list, 1, minute(released)).asked).toEqual(asked);
    },
  );

  it('passes over an entry that declined while no other place became free', () => {
    expect(plan([waits(1, 1, { passed_over_at: minute(5) })], 1, null)).toEqual({ asked: [], open: 1 });
  });

  it('never overtakes an entry that fits, never offers more than is free, and leaves no place that an entry fits', () => {
    const anyList = fc
      .array(fc.integer({ min: 1, max: 4 }), { maxLength: 8 })
      .map((sizes) => sizes.map((size, index) => waits(index, size)));
    fc.assert(
      fc.property(anyList, fc.nat(8), (entries, free) => {
        const { asked, open } = plan(entries, free);
        let left = free;
        for (const [index, { child_ids }] of entries.entries()) {
          const fits = child_ids.length <= left;
          expect(asked.includes(index)).toBe(fits);
          if (fits) left -= child_ids.length;
        }
        expect(open).toBe(left);
      }),
    );
  });
});
