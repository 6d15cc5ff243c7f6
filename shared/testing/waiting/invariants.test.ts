import { expect, it } from 'vitest';
import { date } from '../values.ts';
import { brokenInvariants } from './transition.ts';
import {
  child,
  entry,
  family,
  type ListedOffer,
  type ModelEntry,
  minute,
  newWaitingList,
  offer,
  type WaitingCommand,
  type WaitingList,
} from './waiting-list.ts';

const slot = (capacity: number, more: Partial<WaitingList>): WaitingList => ({
  ...newWaitingList(capacity),
  ...more,
});
/** Entry `number`, for the child of that number or for others. */
const waits = (number: number, more: Partial<ModelEntry> = {}): ModelEntry => ({
  id: entry(number),
  parent_id: family(number),
  child_ids: [child(number)],
  since: minute(number),
  put_first_at: null,
  passed_over_at: null,
  offer_id: null,
  ...more,
});
const offers = (number: number, more: Partial<ListedOffer> = {}): ListedOffer => ({
  id: offer(1),
  child_ids: [child(number)],
  state: 'open',
  until: minute(200),
  ...more,
});
const siblings = [child(31), child(32)];
const at = minute(100);
const ask: WaitingCommand = {
  kind: 'ask',
  offer: offer(1),
  terms: { until: minute(200), from_session: date('2025-09-06') },
};

/** What breaks one invariant: the list before, the command, and what it must not leave. */
const breaches: readonly (readonly [string, WaitingList, WaitingCommand, Partial<WaitingList>])[] = [
  [
    'no place is taken that is not there',
    slot(1, { booked: [child(1)] }),
    { kind: 'book', child: child(2), at },
    { booked: [child(1), child(2)] },
  ],
  [
    'no place is taken that is not there',
    slot(2, { booked: [child(1)], kept: 1 }),
    { kind: 'set-capacity', capacity: 1, at },
    { capacity: 1 },
  ],
  [
    'no place is taken that is not there',
    slot(1, { booked: [child(1)], kept: 1, entries: [waits(3)] }),
    ask,
    { kept: 0, entries: [waits(3, { offer_id: offer(1) })], offers: [offers(3)] },
  ],
  [
    'no entry that fits is overtaken',
    slot(1, { kept: 1, entries: [waits(3), waits(4)] }),
    ask,
    { kept: 0, entries: [waits(3), waits(4, { offer_id: offer(1) })], offers: [offers(4)] },
  ],
  [
    'no entry that fits is skipped',
    slot(1, { booked: [child(1)], entries: [waits(3)] }),
    { kind: 'end-booking', child: child(1), at },
    { booked: [] },
  ],
  [
    'an offer holds places for all children of its entry',
    slot(2, { kept: 2, entries: [waits(3, { child_ids: siblings })] }),
    ask,
    { kept: 1, entries: [waits(3, { child_ids: siblings, offer_id: offer(1) })], offers: [offers(31)] },
  ],
  [
    'all children of an offer get a booking, or none',
    slot(2, {
      entries: [waits(3, { child_ids: siblings, offer_id: offer(1) })],
      offers: [offers(3, { child_ids: siblings })],
    }),
    { kind: 'take', offer: offer(1) },
    { booked: [child(31)], entries: [], offers: [offers(3, { child_ids: siblings, state: 'taken' })] },
  ],
  [
    'a child has one place',
    slot(1, { booked: [child(3)] }),
    { kind: 'join', entry: entry(3), family: family(3), children: [child(3)], at },
    { entries: [waits(3)] },
  ],
  [
    'an offer ends once',
    slot(1, { offers: [offers(3, { state: 'declined' })] }),
    { kind: 'withdraw', offer: offer(1), at },
    { offers: [offers(3, { state: 'withdrawn' })] },
  ],
  [
    'a family that lets an offer go has no other entry before another family',
    slot(1, {
      entries: [
        waits(3, { offer_id: offer(1) }),
        waits(4, { parent_id: family(3), passed_over_at: minute(50) }),
        waits(5, { passed_over_at: minute(50) }),
      ],
      offers: [offers(3)],
    }),
    { kind: 'expire', offer: offer(1), at },
    {
      entries: [
        waits(4, { parent_id: family(3), passed_over_at: minute(50) }),
        waits(5, { passed_over_at: minute(50) }),
      ],
      offers: [offers(3, { state: 'expired' })],
      kept: 1,
    },
  ],
  [
    'a reserved place goes to a child of the class before',
    slot(1, { reserved: 1, renewing: [child(3)] }),
    { kind: 'release-reserved', at },
    { reserved: 0 },
  ],
];

it.each(breaches)(
  'notices a step that breaks "%s", and no other invariant',
  (invariant, before, command, changes) => {
    const step = { before, command, after: { ...before, ...changes } };
    expect(brokenInvariants(step, true)).toEqual([invariant]);
  },
);

it('lets places open to all in the last hours, also where an entry fits them', () => {
  const before = slot(1, { kept: 1, entries: [waits(3)] });
  const step = { before, command: { ...ask, terms: null }, after: { ...before, kept: 0 } };
  expect(brokenInvariants(step, false)).toEqual([]);
});

it('lets an entry be overtaken that was passed over since a place became free', () => {
  const passed = waits(3, { passed_over_at: minute(50) });
  const before = slot(1, { kept: 1, released_at: minute(50), entries: [passed, waits(4)] });
  const after = {
    ...before,
    kept: 0,
    entries: [passed, waits(4, { offer_id: offer(1) })],
    offers: [offers(4)],
  };
  expect(brokenInvariants({ before, command: ask, after }, true)).toEqual([]);
  const later = { ...before, released_at: minute(51) };
  expect(
    brokenInvariants({ before: later, command: ask, after: { ...after, released_at: minute(51) } }, true),
  ).toEqual(['no entry that fits is overtaken']);
});
