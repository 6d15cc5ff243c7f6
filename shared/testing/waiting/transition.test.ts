import { describe, expect, it } from 'vitest';
import { date } from '#shared/testing/values';
import { byRank } from '#shared/waiting/waiting';
import { transition } from './transition.ts';
import {
  child,
  entry,
  family,
  heldPlaces,
  minute,
  newWaitingList,
  offer,
  openPlaces,
  rankedEntries,
  type WaitingCommand,
  type WaitingList,
} from './waiting-list.ts';

/** The list after commands that are all carried out. */
const carryOut = (list: WaitingList, ...commands: readonly WaitingCommand[]): WaitingList =>
  commands.reduce((state, command) => {
    const result = transition(state, command);
    if (result.outcome !== 'done') throw new Error(`${command.kind}: ${result.outcome}`);
    return result.list;
  }, list);

const book = (number: number): WaitingCommand => ({ kind: 'book', child: child(number), at: minute(100) });
const end = (number: number, at = 50): WaitingCommand => ({
  kind: 'end-booking',
  child: child(number),
  at: minute(at),
});
/** Entry `number` joins in that minute, for the child of that number or for others. */
const join = (number: number, ...children: readonly number[]): WaitingCommand => ({
  kind: 'join',
  entry: entry(number),
  family: family(number),
  children: (children.length > 0 ? children : [number]).map(child),
  at: minute(number),
});
const terms = { until: minute(200), from_session: date('2025-09-06') };
const ask = (number: number): WaitingCommand => ({ kind: 'ask', offer: offer(number), terms });
const askInTheLastHours: WaitingCommand = { kind: 'ask', offer: offer(99), terms: null };
const take = (number: number): WaitingCommand => ({ kind: 'take', offer: offer(number) });
const decline = (number: number, stays: boolean, at = 100): WaitingCommand => ({
  kind: 'decline',
  offer: offer(number),
  stays,
  at: minute(at),
});
const expire = (number: number, at = 200): WaitingCommand => ({
  kind: 'expire',
  offer: offer(number),
  at: minute(at),
});
const withdraw = (number: number): WaitingCommand => ({
  kind: 'withdraw',
  offer: offer(number),
  at: minute(100),
});
const putFirst = (number: number, at = 60): WaitingCommand => ({
  kind: 'put-first',
  entry: entry(number),
  at: minute(at),
});
const leave = (number: number): WaitingCommand => ({ kind: 'leave', entry: entry(number), at: minute(100) });
const removeChild = (number: number): WaitingCommand => ({
  kind: 'remove-child',
  child: child(number),
  at: minute(100),
});
const setCapacity = (capacity: number): WaitingCommand => ({
  kind: 'set-capacity',
  capacity,
  at: minute(50),
});
const close: WaitingCommand = { kind: 'close' };

/** As many bookings as places, of the children 101, 102 and so on. */
const fullSlot = (capacity: number): WaitingList =>
  carryOut(newWaitingList(capacity), ...Array.from({ length: capacity }, (_, index) => book(101 + index)));

const outcomeOf = (list: WaitingList, command: WaitingCommand): string => transition(list, command).outcome;

const places = (list: WaitingList) => ({
  booked: list.booked.length,
  held: heldPlaces(list),
  kept: list.kept,
  open: openPlaces(list),
});

/** The entries in the order of the list. */
const queue = (list: WaitingList) =>
  rankedEntries(list)
    .toSorted(byRank)
    .map(({ id }) => Number(id.slice(4)));

/** The entries that have an offer, in the order of the list. */
const asked = (list: WaitingList) =>
  rankedEntries(list)
    .filter(({ offer_id }) => offer_id !== null)
    .toSorted(byRank)
    .map(({ id }) => Number(id.slice(4)));

const states = (list: WaitingList) => list.offers.map(({ state }) => state);

/** Two places, one booked, one offered to entry 3; the entries 4 and 5 wait. */
const offered = carryOut(fullSlot(2), join(3), join(4), join(5), end(101), ask(1));
/** The same, with no other entry on the list. */
const offeredAlone = carryOut(fullSlot(2), join(3), end(101), ask(1));

describe('joining', () => {
  it('puts an entry at the end and takes no place', () => {
    const list = carryOut(fullSlot(1), join(2, 21, 22), join(3));
    expect([queue(list), asked(list)]).toEqual([[2, 3], []]);
    expect(places(list)).toEqual({ booked: 1, held: 0, kept: 0, open: 0 });
  });

  it('is for siblings too whom the open places do not fit', () => {
    expect(queue(carryOut(newWaitingList(1), join(2, 21, 22)))).toEqual([2]);
  });

  it('is possible while a place is kept for the list', () => {
    expect(queue(carryOut(fullSlot(1), join(2), end(101), join(3)))).toEqual([2, 3]);
  });

  it.each([
    ['a child who is booked', fullSlot(1), join(2, 101), 'already-booked'],
    ['siblings of whom one is booked', fullSlot(1), join(2, 2, 101), 'already-booked'],
    ['a child who waits', carryOut(fullSlot(1), join(2)), join(3, 2), 'already-waiting'],
    ['siblings of whom one waits', carryOut(fullSlot(1), join(2)), join(3, 3, 2), 'already-waiting'],
    ['a child who waits with a sibling', carryOut(fullSlot(1), join(2, 2, 3)), join(3), 'already-waiting'],
    ['a child who has an offer', offered, join(6, 3), 'already-waiting'],
    ['a slot with a place', newWaitingList(1), join(2), 'places-open'],
    ['siblings when there are places for all', newWaitingList(2), join(2, 21, 22), 'places-open'],
    ['a class that is over', carryOut(fullSlot(1), close), join(2), 'class-over'],
  ])('is refused for %s', (_, list, command, outcome) => {
    expect(outcomeOf(list, command)).toBe(outcome);
  });
});

describe('a place that becomes free', () => {
  const waiting = carryOut(fullSlot(2), join(3), join(4));

  it.each([
    ['when a booking ends', waiting, end(101)],
    ['when the capacity is raised', waiting, setCapacity(3)],
    ['when an offer is declined for good', offered, decline(1, false)],
    ['when an offer is declined for now', offered, decline(1, true)],
    ['when an offer runs out', offered, expire(1)],
    ['when an offer is withdrawn', offered, withdraw(1)],
    ['when an entry with an offer leaves', offered, leave(3)],
    ['when the child of an offer is removed', offered, removeChild(3)],
  ])('%s is kept for the list, and not bookable until the list has been asked', (_, list, command) => {
    const freed = carryOut(list, command);
    expect(places(freed)).toMatchObject({ held: 1, kept: 1, open: 0 });
    expect(outcomeOf(freed, book(9))).toBe('full');
    expect(asked(carryOut(freed, ask(2)))).toHaveLength(1);
  });

  it.each([
    ['when a booking ends', fullSlot(2), end(101)],
    ['when the capacity is raised', fullSlot(2), setCapacity(3)],
    ['when an offer is declined for good', offeredAlone, decline(1, false)],
    ['when an offer runs out', offeredAlone, expire(1)],
    ['when an entry with an offer leaves', offeredAlone, leave(3)],
    ['when the child of an offer is removed', offeredAlone, removeChild(3)],
    ['when every other entry has an open offer', offeredAlone, end(102)],
  ])('%s is open to all where no entry waits', (_, list, command) => {
    const freed = carryOut(list, command);
    expect(places(freed)).toMatchObject({ kept: 0, open: 1 });
    expect(outcomeOf(freed, book(9))).toBe('done');
  });

  it('is each of the places of siblings', () => {
    const list = carryOut(
      fullSlot(3),
      join(3, 31, 32),
      join(4),
      end(101),
      end(102),
      ask(1),
      decline(1, false),
    );
    expect(places(list)).toEqual({ booked: 1, held: 2, kept: 2, open: 0 });
  });

  it('is none of those that were open before: when an entry leaves, they stay open', () => {
    const list = carryOut(fullSlot(2), join(3, 31, 32), join(4, 41, 42), end(101), ask(1), leave(3));
    expect(places(list)).toEqual({ booked: 1, held: 0, kept: 0, open: 1 });
  });

  it('stays kept when the list is empty before it was asked, and opens by asking', () => {
    const list = carryOut(waiting, end(101), leave(3), leave(4));
    expect(places(list)).toMatchObject({ kept: 1, open: 0 });
    expect(places(carryOut(list, ask(1)))).toMatchObject({ kept: 0, open: 1 });
  });
});

describe('asking the list', () => {
  it('offers a place to the first entry; the counter of taken places stays', () => {
    const list = carryOut(fullSlot(2), join(3), join(4), end(101));
    const next = carryOut(list, ask(1));
    expect(asked(next)).toEqual([3]);
    expect(next.offers).toEqual([{ id: offer(1), child_ids: [child(3)], state: 'open', until: terms.until }]);
    expect([places(list).held, places(next).held]).toEqual([1, 1]);
    expect(outcomeOf(next, ask(2))).toBe('nothing-to-ask');
  });

  it('lets siblings who do not fit keep their rank, and offers them both places in one step', () => {
    const one = carryOut(fullSlot(3), join(2, 21, 22), join(3), join(4), end(101), ask(1));
    expect([queue(one), asked(one)]).toEqual([[2, 3, 4], [3]]);
    const two = carryOut(one, take(1), end(102), end(103), ask(2));
    expect([queue(two), asked(two)]).toEqual([[2, 4], [2]]);
    expect(places(two)).toEqual({ booked: 1, held: 2, kept: 0, open: 0 });
  });

  it('opens the places that no entry fits to all', () => {
    const list = carryOut(fullSlot(2), join(3, 31, 32), end(101), ask(1));
    expect([queue(list), asked(list)]).toEqual([[3], []]);
    expect(places(list)).toEqual({ booked: 1, held: 0, kept: 0, open: 1 });
  });

  it('offers siblings an open place together with the next one that becomes free', () => {
    const list = carryOut(fullSlot(2), join(3, 31, 32), end(101), ask(1), end(102), ask(2));
    expect(asked(list)).toEqual([3]);
    expect(places(list)).toEqual({ booked: 0, held: 2, kept: 0, open: 0 });
  });

  it('goes on while an entry fits a free place, although it was open to all before', () => {
    const list = carryOut(fullSlot(3), join(3), join(4), end(101), ask(1), decline(1, true), ask(2));
    const declined = carryOut(list, decline(2, true), ask(3));
    expect(places(declined)).toMatchObject({ kept: 0, open: 1 });
    // Another place becomes free, so both are asked again.
    const first = carryOut(declined, end(102, 110), ask(4));
    expect([asked(first), places(first)]).toMatchObject([[3], { kept: 1, open: 0 }]);
    expect(asked(carryOut(first, ask(5)))).toEqual([3, 4]);
  });

  it('opens all places in the last hours before the last session, also where entries wait', () => {
    const list = carryOut(fullSlot(2), join(3), end(101), askInTheLastHours);
    expect([queue(list), asked(list)]).toEqual([[3], []]);
    expect(places(list)).toMatchObject({ kept: 0, open: 1 });
  });

  it('has nothing to do while no place is free', () => {
    expect(outcomeOf(carryOut(fullSlot(1), join(2)), ask(1))).toBe('nothing-to-ask');
    expect(outcomeOf(newWaitingList(1), ask(1))).toBe('nothing-to-ask');
  });
});

describe('an offer', () => {
  it('that is taken becomes bookings of all its children; the counter of taken places stays', () => {
    const list = carryOut(fullSlot(2), join(3, 31, 32), end(101), end(102), ask(1));
    const next = carryOut(list, take(1));
    expect(places(list)).toEqual({ booked: 0, held: 2, kept: 0, open: 0 });
    expect(places(next)).toEqual({ booked: 2, held: 0, kept: 0, open: 0 });
    expect(next.booked).toEqual([child(31), child(32)]);
    expect([queue(next), states(next)]).toEqual([[], ['taken']]);
  });

  it.each([
    ['declined for good: the entry leaves', decline(1, false), [4, 5], 4],
    ['declined for now: the entry goes to the end', decline(1, true), [4, 5, 3], 4],
    ['out of time: the entry leaves', expire(1), [4, 5], 4],
    ['withdrawn: the entry keeps its rank', withdraw(1), [3, 4, 5], 4],
  ])('that is %s, and the next one is asked', (_, command, order, next) => {
    const list = carryOut(offered, command);
    expect(queue(list)).toEqual(order);
    expect(asked(list)).toEqual([]);
    expect(asked(carryOut(list, ask(2)))).toEqual([next]);
  });

  it('that ran out lets the family join again, at the end', () => {
    expect(queue(carryOut(offered, expire(1), join(6, 3)))).toEqual([4, 5, 6]);
  });

  it.each([
    ['declined', decline(1, true)],
    ['withdrawn', withdraw(1)],
  ])(
    'that is %s is not made again of the same place: it opens to all when no other entry waits',
    (_, command) => {
      const list = carryOut(offeredAlone, command, ask(2));
      expect([queue(list), asked(list)]).toEqual([[3], []]);
      expect(places(list)).toMatchObject({ kept: 0, open: 1 });
      // The next place that becomes free is offered again.
      const full = carryOut(list, book(9));
      expect(asked(carryOut(full, end(102, 110), ask(3)))).toEqual([3]);
      expect(asked(carryOut(full, setCapacity(2), end(102, 99), ask(3)))).toEqual([]);
    },
  );

  it('that ends while its entry stays has no other one asked again that stayed before', () => {
    const list = carryOut(offered, decline(1, true), ask(2), decline(2, true, 110), ask(3));
    expect([queue(list), asked(list)]).toEqual([[5, 3, 4], [5]]);
    const stayed = carryOut(list, decline(3, true, 120), ask(4));
    expect([asked(stayed), places(stayed)]).toMatchObject([[], { kept: 0, open: 1 }]);
  });

  it('that is withdrawn goes on down the list, also where the next family declines and stays', () => {
    const list = carryOut(offered, withdraw(1), ask(2), decline(2, true, 110), ask(3));
    expect([queue(list), asked(list)]).toEqual([[3, 5, 4], [5]]);
    const freed = carryOut(list, take(3), end(102, 120), ask(4));
    expect(asked(freed)).toEqual([3]);
  });

  it.each([
    ['declined for good', decline(3, false, 120)],
    ['out of time', expire(3)],
    ['left', { ...leave(5), at: minute(120) }],
    ['gone with the child', { ...removeChild(5), at: minute(120) }],
  ])('that is %s is made to those who were passed over before, in their order', (_, end) => {
    const list = carryOut(offered, withdraw(1), ask(2), decline(2, true, 110), ask(3), end, ask(4));
    expect([queue(list), asked(list)]).toEqual([[3, 4], [3]]);
  });

  it('that ends leaves other offers as they are', () => {
    const list = carryOut(offered, end(102), ask(2), take(1));
    expect([asked(list), states(list)]).toEqual([[4], ['taken', 'open']]);
    expect(states(carryOut(list, close))).toEqual(['taken', 'void']);
  });

  it('ends the first rank: an entry that was put first and declines goes to the end', () => {
    const list = carryOut(fullSlot(2), join(3), join(4), putFirst(4), end(101), ask(1), decline(1, true));
    expect(queue(list)).toEqual([3, 4]);
  });

  it('can be taken after its deadline until it is ended', () => {
    expect(outcomeOf(offered, expire(1, 199))).toBe('not-due');
    expect(outcomeOf(offered, expire(1, 200))).toBe('done');
    expect(outcomeOf(offered, take(1))).toBe('done');
  });

  it.each([
    ['taken', 'taken', take(1)],
    ['declined for good', 'declined', decline(1, false)],
    ['declined for now', 'declined', decline(1, true)],
    ['ended at its deadline', 'expired', expire(1)],
    ['withdrawn', 'withdrawn', withdraw(1)],
    ['left', 'declined', leave(3)],
    ['gone with the child', 'void', removeChild(3)],
    ['gone with the class', 'void', close],
  ])('that is %s stays %s: every later answer learns it', (_, ended, first) => {
    const list = carryOut(offered, first);
    expect(states(list)).toEqual([ended]);
    for (const later of [take(1), decline(1, true), decline(1, false), expire(1), withdraw(1)])
      expect(transition(list, later)).toEqual({ outcome: 'offer-ended', end: ended });
  });

  it('that was never made cannot be answered', () => {
    for (const answer of [take(7), decline(7, true), expire(7), withdraw(7)])
      expect(outcomeOf(offered, answer)).toBe('unknown-offer');
  });
});

describe('an administrator', () => {
  it('puts an entry first; the others keep their order', () => {
    const list = carryOut(fullSlot(1), join(2), join(3), join(4), putFirst(3, 60), putFirst(4, 61));
    expect(queue(list)).toEqual([4, 3, 2]);
    expect(asked(carryOut(list, end(101), ask(1)))).toEqual([4]);
  });

  it('does not have the same place offered again to the family that it puts first', () => {
    const list = carryOut(offeredAlone, decline(1, true), putFirst(3, 110), ask(2));
    expect([queue(list), asked(list)]).toEqual([[3], []]);
  });

  it('cannot put first an entry with an open offer, or one that is not there', () => {
    expect(outcomeOf(offered, putFirst(3))).toBe('has-offer');
    expect(outcomeOf(offered, putFirst(7))).toBe('unknown-entry');
  });

  it('gives the place of an offer to another family: puts it first, withdraws the offer', () => {
    const list = carryOut(offered, putFirst(5), withdraw(1), ask(2));
    expect([queue(list), asked(list)]).toEqual([[5, 3, 4], [5]]);
  });
});

describe('a capacity', () => {
  it('that is raised is offered as far as it goes', () => {
    const list = carryOut(fullSlot(1), join(2, 21, 22), join(3), setCapacity(4), ask(1), ask(2));
    expect([asked(list), places(list)]).toEqual([[2, 3], { booked: 1, held: 3, kept: 0, open: 0 }]);
  });

  it('that is lowered takes open places first, then kept ones', () => {
    const list = carryOut(
      fullSlot(2),
      join(3, 31, 32),
      end(101),
      ask(1),
      setCapacity(3),
      join(4, 41, 42, 43),
    );
    expect(places(list)).toMatchObject({ booked: 1, kept: 1, open: 1 });
    expect(places(carryOut(list, setCapacity(2)))).toMatchObject({ kept: 1, open: 0 });
    expect(places(carryOut(list, setCapacity(1)))).toMatchObject({ kept: 0, open: 0 });
  });

  it('cannot be lowered below the bookings and the places of open offers', () => {
    expect(outcomeOf(fullSlot(3), setCapacity(2))).toBe('below-bookings');
    expect(outcomeOf(offered, setCapacity(1))).toBe('below-bookings');
    expect(outcomeOf(carryOut(offered, decline(1, false)), setCapacity(1))).toBe('done');
  });
});

describe('an entry goes', () => {
  it('when its family leaves', () => {
    expect(queue(carryOut(offered, leave(4)))).toEqual([3, 5]);
    expect(outcomeOf(offered, leave(7))).toBe('unknown-entry');
  });

  it('with its child, siblings included', () => {
    const list = carryOut(fullSlot(1), join(2, 21, 22), join(3));
    expect(queue(carryOut(list, removeChild(22)))).toEqual([3]);
    expect(carryOut(list, removeChild(77))).toEqual(list);
  });

  it('not with a child who is booked: that booking is ended first', () => {
    expect(outcomeOf(fullSlot(1), removeChild(101))).toBe('already-booked');
  });

  it('when its child is booked in another way: an open place, a move', () => {
    const list = carryOut(fullSlot(2), join(3, 31, 32), end(101), ask(1), book(31));
    expect(queue(list)).toEqual([]);
    expect(places(list)).toEqual({ booked: 2, held: 0, kept: 0, open: 0 });
  });

  it('with its offer, when its child books another place that is open', () => {
    const open = carryOut(offeredAlone, setCapacity(3));
    const alone = carryOut(open, book(3));
    expect([queue(alone), states(alone)]).toEqual([[], ['void']]);
    expect(places(alone)).toEqual({ booked: 2, held: 0, kept: 0, open: 1 });
    const others = carryOut(open, join(4, 41, 42), book(3));
    expect(places(others)).toEqual({ booked: 2, held: 1, kept: 1, open: 0 });
  });

  it('when the class is over, with its offer', () => {
    const list = carryOut(offered, close);
    expect([queue(list), states(list)]).toEqual([[], ['void']]);
    expect(places(list)).toMatchObject({ booked: 1, held: 0, kept: 0 });
    expect(outcomeOf(list, book(9))).toBe('class-over');
    const kept = carryOut(fullSlot(1), join(2), end(101), close);
    expect(places(kept)).toMatchObject({ kept: 0, open: 1 });
  });
});

describe('a place of the next term', () => {
  const keptFor = (number: number) => ({
    child: child(number),
    family: family(number),
    entry: entry(number),
    offer: offer(number),
    until: minute(200),
    at: minute(10),
  });
  const renew = (number: number): WaitingCommand => ({ kind: 'renew', ...keptFor(number) });
  const release: WaitingCommand = { kind: 'release-reserved', at: minute(20) };
  const children = (...numbers: readonly number[]) => numbers.map(child);
  /** Two places, for the children 3 and 4; 5 booked the class before after them. */
  const reserved = newWaitingList(2, children(3, 4, 5));

  it('is reserved for the children of the class before, those who booked first', () => {
    expect(places(reserved)).toEqual({ booked: 0, held: 2, kept: 0, open: 0 });
    expect([outcomeOf(reserved, renew(5)), outcomeOf(reserved, renew(6))]).toEqual([
      'not-yet',
      'not-entitled',
    ]);
    expect(outcomeOf(reserved, release)).toBe('not-yet');
    const list = carryOut(reserved, renew(4), renew(3));
    expect([asked(list), places(list)]).toEqual([[3, 4], { booked: 0, held: 2, kept: 0, open: 0 }]);
    expect(outcomeOf(list, renew(3))).toBe('not-entitled');
  });

  it('goes to the next child where one has left the class before, or has a place here', () => {
    const left = carryOut(reserved, { kind: 'leave-before', child: child(3), at: minute(5) });
    expect(asked(carryOut(left, renew(5)))).toEqual([5]);
    const booked = carryOut({ ...reserved, capacity: 3 }, book(3));
    expect(outcomeOf(booked, renew(3))).toBe('already-booked');
    expect(asked(carryOut(booked, renew(5)))).toEqual([5]);
  });

  it('that nobody gets goes to the list, or opens', () => {
    const left = carryOut(newWaitingList(1, children(3)), {
      kind: 'leave-before',
      child: child(3),
      at: minute(5),
    });
    expect(places(carryOut(left, release))).toMatchObject({ kept: 0, open: 1 });
    expect(asked(carryOut(left, join(4), release, ask(4)))).toEqual([4]);
  });

  it('that is declined or not answered puts the family behind nobody', () => {
    const list = carryOut(reserved, renew(3), renew(4), join(6), join(7, 7));
    const own = { ...list, entries: list.entries.map((each) => ({ ...each, parent_id: family(3) })) };
    expect([decline(3, false), expire(3)].map((end) => carryOut(own, end).behind)).toEqual([{}, {}]);
  });

  it('is given up for another slot, and had again while a place is open', () => {
    const elsewhere: WaitingCommand = { kind: 'keep-elsewhere', offer: offer(3), at: minute(30) };
    const here: WaitingCommand = { kind: 'keep-here', ...keptFor(3), offer: offer(33) };
    const list = carryOut(reserved, renew(3), renew(4), elsewhere);
    expect([states(list), places(list).open]).toEqual([['declined', 'open'], 1]);
    expect(asked(carryOut(list, here))).toEqual([3, 4]);
    expect(outcomeOf(carryOut(list, book(9)), here)).toBe('full');
  });
});

describe('a booking', () => {
  it('is refused to a child who has one, and in a full slot', () => {
    expect(outcomeOf(newWaitingList(1), book(1))).toBe('done');
    expect(outcomeOf(carryOut(newWaitingList(2), book(1)), book(1))).toBe('already-booked');
    expect(outcomeOf(fullSlot(1), book(1))).toBe('full');
  });

  it('that is not there cannot end', () => {
    expect(outcomeOf(fullSlot(1), end(7))).toBe('not-booked');
  });
});
