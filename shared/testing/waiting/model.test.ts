import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { date } from '#shared/testing/values';
import { byRank } from '#shared/waiting/waiting';
import { WaitingSeats } from './seats.ts';
import { brokenInvariants, transition } from './transition.ts';
import {
  child,
  entry,
  family,
  minute,
  newWaitingList,
  offer,
  openPlaces,
  rankedEntries,
  type Transition,
  type WaitingCommand,
  type WaitingList,
} from './waiting-list.ts';

/** The model of a slot, and what is around it. */
interface World {
  readonly seats: WaitingSeats;
  /** In minutes. It never stands still: no two commands happen at the same moment. */
  now: number;
  /** In the last hours before the last session. */
  isClosing: boolean;
}

interface Slot {
  list: WaitingList;
}

/** How long an offer stands: a few commands. */
const offerMinutes = 6;

/** Few children, so that they meet each other in entries, offers and bookings. */
const childAt = (index: number) => child(1 + (index % 10));

const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);
const shares: readonly (readonly [WaitingCommand['kind'], number])[] = [
  ['join', 12],
  ['ask', 16],
  ['book', 3],
  ['book-together', 3],
  ['end-booking', 4],
  ['take', 6],
  ['decline', 8],
  ['expire', 8],
  ['withdraw', 6],
  ['set-capacity', 2],
  ['put-first', 3],
  ['leave', 1],
  ['remove-child', 1],
  ['close', 1],
  ['renew', 6],
  ['release-reserved', 3],
  ['leave-before', 2],
  ['keep-here', 3],
  ['keep-elsewhere', 3],
];
const kinds = shares.flatMap(([kind, share]) => times(share, kind));

/** What is drawn for one command; `pick` chooses among what there is. */
interface Draw {
  readonly kind: WaitingCommand['kind'];
  readonly pick: number;
  readonly size: number;
  readonly minutes: number;
  /** What is asked for may be impossible: an offer that ended, an entry that is unknown, nothing to ask about. */
  readonly isOdd: boolean;
}

/** The command that is drawn, for the slot as it is; undefined where there is nothing for it. */
const commandOf = ({ kind, pick, size, minutes, isOdd }: Draw, world: World): WaitingCommand | undefined => {
  const { seats, isClosing } = world;
  const now = world.now + minutes;
  const at = minute(now);
  const anyChild = childAt(pick);
  const choose = <Value>(values: readonly Value[]): Value | undefined => values[pick % values.length];
  const offers = [...seats.ends].filter(([, end]) => end === 'open' || isOdd).map(([id]) => id);
  const offered = choose(isOdd ? [...offers, offer(0)] : offers);
  const entries = seats.queue.map((waiting) => waiting.entry);
  const queued = choose(isOdd ? [...entries, entry(0)] : entries);
  switch (kind) {
    case 'book':
    case 'remove-child':
      return { kind, child: anyChild, at };
    case 'book-together':
      return { kind, children: [anyChild, childAt(pick + 1)], at };
    case 'end-booking': {
      const booked = isOdd ? anyChild : choose(seats.children());
      return booked && { kind, child: booked, at };
    }
    case 'join':
      return {
        kind,
        entry: entry(now),
        family: family(pick % 3),
        children: times(size, pick).map((first, index) => childAt(first + index)),
        at,
      };
    case 'leave':
    case 'put-first':
      return queued && { kind, entry: queued, at };
    case 'ask': {
      if (seats.seatsOf('kept') === 0 && !isOdd) return undefined;
      const terms = { until: minute(now + offerMinutes), from_session: date('2025-09-06') };
      return { kind, offer: offer(now), terms: isClosing ? null : terms };
    }
    case 'take':
      return offered && { kind, offer: offered };
    case 'decline':
      return offered && { kind, offer: offered, stays: size > 1, at };
    case 'expire':
    case 'withdraw':
      return offered && { kind, offer: offered, at };
    case 'set-capacity':
      return { kind, capacity: Math.max(1, seats.capacity + (pick % 5) - 2), at };
    case 'close':
      return isOdd ? { kind } : undefined;
    case 'renew':
    case 'keep-here':
      return {
        kind,
        child: anyChild,
        family: family(pick % 3),
        at,
        entry: entry(now),
        offer: offer(now),
        until: minute(now + offerMinutes),
      };
    case 'release-reserved':
      return seats.seatsOf('reserved') > 0 || isOdd ? { kind, at } : undefined;
    case 'leave-before': {
      const left = isOdd ? anyChild : choose(seats.before)?.child;
      return left && { kind, child: left, at };
    }
    case 'keep-elsewhere':
      return offered && { kind, offer: offered, at };
  }
};

const answerOf = (result: Transition): string =>
  result.outcome === 'offer-ended' ? result.end : result.outcome;

const doneList = (result: Transition): WaitingList => {
  if (result.outcome !== 'done') throw new Error(result.outcome);
  return result.list;
};

const seenInSeats = (seats: WaitingSeats) => ({
  reserved: seats.seatsOf('reserved'),
  open: seats.seatsOf('open'),
  kept: seats.seatsOf('kept'),
  booked: seats.children().toSorted(),
  queue: seats.queue.map((waiting) => [waiting.entry, waiting.offer]),
  offers: [...seats.ends].map(([id, state]) => ({ id, state })),
});

const seenInList = (list: WaitingList) => ({
  reserved: list.reserved,
  open: openPlaces(list),
  kept: list.kept,
  booked: list.booked.toSorted(),
  queue: rankedEntries(list)
    .toSorted(byRank)
    .map(({ id, offer_id }) => [id, offer_id]),
  offers: list.offers.map(({ id, state }) => ({ id, state })),
});

/** One command, carried out on the seats and on the list; `seen` learns how it went. */
class DrawnCommand implements fc.Command<World, Slot> {
  readonly #draw: Draw;
  readonly #seen: Set<string>;
  #text = '';

  constructor(draw: Draw, seen: Set<string>) {
    this.#draw = draw;
    this.#seen = seen;
  }

  check = (world: Readonly<World>) => commandOf(this.#draw, world) !== undefined;

  run(world: World, slot: Slot): void {
    const command = commandOf(this.#draw, world);
    if (!command) return;
    world.now += this.#draw.minutes;
    this.#text = JSON.stringify(command);
    const before = slot.list;
    const result = transition(before, command);
    this.#seen.add(`${command.kind}: ${result.outcome}`);
    expect(answerOf(result)).toBe(world.seats.apply(command));
    if (result.outcome === 'done') {
      slot.list = result.list;
      expect(brokenInvariants({ before, command, after: result.list }, !world.isClosing)).toEqual([]);
    }
    expect(seenInList(slot.list)).toEqual(seenInSeats(world.seats));
  }

  toString = () => this.#text;
}

/** The last hours before the last session begin. */
class Closing implements fc.Command<World, Slot> {
  check = () => true;
  run(world: World): void {
    world.isClosing = true;
  }
  toString = () => 'closing';
}

/** Any commands for a slot that is full. */
const histories = (seen: Set<string>) => {
  const draws = fc.record({
    kind: fc.constantFrom(...kinds),
    pick: fc.nat(60),
    size: fc.constantFrom(1, 1, 1, 2, 2, 3),
    minutes: fc.constantFrom(1, 1, 1, offerMinutes),
    isOdd: fc.constantFrom(...times(9, false), true),
  });
  const drawn = draws.map((draw) => new DrawnCommand(draw, seen));
  const closing = fc.constant(new Closing());
  const commands = fc.commands([...times(80, drawn), closing], { maxCommands: 80, size: 'max' });
  const sizes = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom(0, 0, 1, 2, 3, 5));
  return fc.property(sizes, commands, ([capacity, renewing], history) => {
    fc.modelRun(() => {
      const before = Array.from({ length: renewing }, (_, index) => childAt(capacity + index));
      const seats = new WaitingSeats(capacity, before);
      const slot: Slot = { list: newWaitingList(capacity, before) };
      for (let number = 0; number < capacity - renewing; number += 1) {
        const command = { kind: 'book', child: childAt(number), at: minute(0) } as const;
        seats.apply(command);
        slot.list = doneList(transition(slot.list, command));
      }
      return { model: { seats, now: 0, isClosing: false }, real: slot };
    }, history);
  });
};

describe('a slot with a waiting list', () => {
  it('agrees after any commands with seats and a queue, and keeps every invariant [WAI-15]', () => {
    fc.assert(histories(new Set()), { numRuns: 400 });
  });

  it('is tried with every outcome of every command', () => {
    const seen = new Set<string>();
    fc.assert(histories(seen), { numRuns: 300, seed: 1 });
    const ofAnAnswer = ['done', 'offer-ended', 'unknown-offer'];
    const outcomes: Readonly<Record<WaitingCommand['kind'], readonly string[]>> = {
      book: ['done', 'full', 'already-booked', 'class-over'],
      'book-together': ['done', 'full', 'already-booked', 'class-over'],
      'end-booking': ['done', 'not-booked'],
      join: ['done', 'already-booked', 'already-waiting', 'places-open', 'class-over'],
      leave: ['done', 'unknown-entry'],
      'put-first': ['done', 'unknown-entry', 'has-offer'],
      ask: ['done', 'nothing-to-ask'],
      take: ofAnAnswer,
      decline: ofAnAnswer,
      expire: [...ofAnAnswer, 'not-due'],
      withdraw: ofAnAnswer,
      'set-capacity': ['done', 'below-bookings'],
      'remove-child': ['done', 'already-booked'],
      close: ['done'],
      renew: ['done', 'not-entitled', 'already-booked', 'already-waiting', 'not-yet', 'class-over'],
      'release-reserved': ['done', 'nothing-to-ask', 'not-yet'],
      'leave-before': ['done', 'not-booked'],
      'keep-here': ['done', 'full', 'already-booked', 'already-waiting', 'class-over'],
      'keep-elsewhere': ofAnAnswer,
    };
    const all = Object.entries(outcomes).flatMap(([kind, ends]) => ends.map((end) => `${kind}: ${end}`));
    expect(seen).toEqual(new Set(all));
  });
});
