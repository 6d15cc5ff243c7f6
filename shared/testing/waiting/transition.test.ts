import { describe, expect, it } from 'vitest';
import { date } from '#shared/testing/values';
import { byRank } from '#shared/waiting/waiting';
import { transition } from './transition.ts';
import {
  child,
  entry,
  family,
  minute,
  newWaitingList,
  offer,
  openPlaces,
  rankedEntries,
  type WaitingCommand,
  type WaitingList,
} from './waiting-list.ts';

const from_session = date('2025-09-06');
const keptFor = (number: number) => ({
  child: child(number),
  family: family(number),
  entry: entry(number),
  until: minute(200),
  at: minute(10),
});

/** A command as it is written in the examples. Its time is the minute after `@`. */
const commandOf = (text: string): WaitingCommand => {
  const [kind, ...words] = text.split(' ');
  const [number = 0, ...others] = words.map(Number).filter(Number.isInteger);
  const time = words.find((word) => word.startsWith('@'));
  const timeOr = (other: number) => minute(time ? Number(time.slice(1)) : other);
  switch (kind) {
    case 'book':
      return { kind, child: child(number), at: timeOr(100) };
    case 'end':
      return { kind: 'end-booking', child: child(number), at: timeOr(50) };
    case 'join': {
      const children = (others.length > 0 ? others : [number]).map(child);
      return { kind, entry: entry(number), family: family(number), children, at: minute(number) };
    }
    case 'ask':
      return { kind, offer: offer(number), terms: { until: minute(200), from_session } };
    case 'ask-late':
      return { kind: 'ask', offer: offer(number), terms: null };
    case 'take':
      return { kind, offer: offer(number) };
    case 'decline':
      return { kind, offer: offer(number), stays: words.includes('stays'), at: timeOr(100) };
    case 'expire':
      return { kind, offer: offer(number), at: timeOr(200) };
    case 'withdraw':
      return { kind, offer: offer(number), at: timeOr(100) };
    case 'put-first':
      return { kind, entry: entry(number), at: timeOr(60) };
    case 'leave':
      return { kind, entry: entry(number), at: timeOr(100) };
    case 'remove':
      return { kind: 'remove-child', child: child(number), at: timeOr(100) };
    case 'set':
      return { kind: 'set-capacity', capacity: number, at: timeOr(50) };
    case 'close':
      return { kind };
    case 'renew':
      return { kind, ...keptFor(number), offer: offer(number) };
    case 'release':
      return { kind: 'release-reserved', at: timeOr(20) };
    case 'leave-before':
      return { kind, child: child(number), at: timeOr(5) };
    case 'keep-elsewhere':
      return { kind, offer: offer(number), at: timeOr(30) };
    case 'keep-here':
      return { kind, ...keptFor(number), offer: offer(30 + number) };
    default:
      throw new Error(`There is no command "${text}"`);
  }
};

/** What examples begin with beside `new` (a slot with places) and `full` (with the children 101, 102 … in all of them). */
const beginnings: Readonly<Record<string, string>> = {
  waiting: 'full 2, join 3, join 4',
  /** Two places, one booked, one offered to entry 3. */
  'offered-alone': 'full 2, join 3, end 101, ask 1',
  offered: 'full 2, join 3, join 4, join 5, end 101, ask 1',
  'declined-alone': 'offered-alone, decline 1 stays, ask 2',
  /** Two families have let a place go and stayed. */
  'passed-over': 'offered, withdraw 1, ask 2, decline 2 stays @110, ask 3',
  /** Two places, for the children 3 and 4; 5 booked the class before after them. */
  reserved: 'reserved-for 2 3 4 5',
};

const begin = (text: string): WaitingList => {
  const [kind = '', places = 0, ...renewing] = text
    .split(' ')
    .map((word, at) => (at === 0 ? word : Number(word)));
  const known = beginnings[String(kind)];
  if (known) return carryOut(known);
  const list = newWaitingList(
    Number(places),
    renewing.map((number) => child(Number(number))),
  );
  if (kind !== 'full') return list;
  const children = Array.from({ length: list.capacity }, (_, index) => child(101 + index));
  return { ...list, booked: children };
};

/** The list after commands that are all carried out. */
const carryOut = (text: string): WaitingList => {
  const [beginning = '', ...commands] = text.split(', ');
  return commands.reduce((list, command) => {
    const changed = transition(list, commandOf(command));
    if (!changed) throw new Error(`${command} is refused`);
    return changed;
  }, begin(beginning));
};

/** The entries in the order of the list, those with an offer in brackets; the places that are booked, kept and open. */
const shown = (list: WaitingList): string => {
  const queue = rankedEntries(list)
    .toSorted(byRank)
    .map(({ id, offer_id }) => (offer_id === null ? `${Number(id.slice(4))}` : `[${Number(id.slice(4))}]`));
  return `${queue.join(' ') || '-'} | ${list.booked.length} ${list.kept} ${openPlaces(list)}`;
};

const examples = `
joining puts an entry at the end and takes no place: full 1, join 2 21 22, join 3 => 2 3 | 1 0 0
joining is for siblings too whom the open places do not fit: new 1, join 2 21 22 => 2 | 0 0 1
joining is possible while a place is kept for the list: full 1, join 2, end 101, join 3 => 2 3 | 0 1 0
a free place is kept when a booking ends: waiting, end 101 => 3 4 | 1 1 0
a free place is kept when the capacity is raised: waiting, set 3 => 3 4 | 2 1 0
a free place is kept when an offer is declined for good: offered, decline 1 => 4 5 | 1 1 0
a free place is kept when an offer is declined for now: offered, decline 1 stays => 4 5 3 | 1 1 0
a free place is kept when an offer runs out: offered, expire 1 => 4 5 | 1 1 0
a free place is kept when an offer is withdrawn: offered, withdraw 1 => 3 4 5 | 1 1 0
a free place is kept when an entry with an offer leaves: offered, leave 3 => 4 5 | 1 1 0
a free place is kept when the child of an offer is removed: offered, remove 3 => 4 5 | 1 1 0
a free place is kept of siblings too: full 3, join 3 31 32, join 4, end 101, end 102, ask 1, decline 1 => 4 | 1 2 0
a free place is kept until it is asked, also where no entry is left: waiting, end 101, leave 3, leave 4 => - | 1 1 0
a free place opens when a booking ends: full 2, end 101 => - | 1 0 1
a free place opens when the capacity is raised: full 2, set 3 => - | 2 0 1
a free place opens when an offer is declined for good: offered-alone, decline 1 => - | 1 0 1
a free place opens when an offer runs out: offered-alone, expire 1 => - | 1 0 1
a free place opens when an entry with an offer leaves: offered-alone, leave 3 => - | 1 0 1
a free place opens when the child of an offer is removed: offered-alone, remove 3 => - | 1 0 1
a free place opens when every other entry has an open offer: offered-alone, end 102 => [3] | 0 0 1
a free place opens by asking, where the list is empty: waiting, end 101, leave 3, leave 4, ask 1 => - | 1 0 1
a free place opens by asking, where no entry fits: full 2, join 3 31 32, end 101, ask 1 => 3 | 1 0 1
a free place opens by asking in the last hours before the last session: full 2, join 3, end 101, ask-late => 3 | 1 0 1
a free place opens and stays open when an entry leaves: full 2, join 3 31 32, join 4 41 42, end 101, ask 1, leave 3 => 4 | 1 0 1
asking offers a place to the first entry: full 2, join 3, join 4, end 101, ask 1 => [3] 4 | 1 0 0
asking lets siblings who do not fit keep their rank: full 3, join 2 21 22, join 3, join 4, end 101, ask 1 => 2 [3] 4 | 2 0 0
asking offers siblings both places in one step: full 3, join 2 21 22, join 3, join 4, end 101, ask 1, take 1, end 102, end 103, ask 2 => [2] 4 | 1 0 0
asking offers siblings an open place together with the next one: full 2, join 3 31 32, end 101, ask 1, end 102, ask 2 => [3] | 0 0 0
asking opens a place that nobody wanted: full 3, join 3, join 4, end 101, ask 1, decline 1 stays, ask 2, decline 2 stays, ask 3 => 3 4 | 2 0 1
asking asks both again of another place: full 3, join 3, join 4, end 101, ask 1, decline 1 stays, ask 2, decline 2 stays, ask 3, end 102 @110, ask 4 => [3] 4 | 1 1 0
asking goes on while an entry fits a free place: full 3, join 3, join 4, end 101, ask 1, decline 1 stays, ask 2, decline 2 stays, ask 3, end 102 @110, ask 4, ask 5 => [3] [4] | 1 0 0
asking offers places of a raised capacity as far as they go: full 1, join 2 21 22, join 3, set 4, ask 1, ask 2 => [2] [3] | 1 0 0
an offer taken becomes bookings of all its children: full 2, join 3 31 32, end 101, end 102, ask 1, take 1 => - | 2 0 0
an offer taken after its deadline is taken: offered, take 1 => 4 5 | 2 0 0
an offer declined for good: the entry leaves: offered, decline 1, ask 2 => [4] 5 | 1 0 0
an offer declined for now: the entry goes to the end: offered, decline 1 stays, ask 2 => [4] 5 3 | 1 0 0
an offer out of time: the entry leaves: offered, expire 1, ask 2 => [4] 5 | 1 0 0
an offer out of time: the family can join again, at the end: offered, expire 1, join 6 3 => 4 5 6 | 1 1 0
an offer withdrawn: the entry keeps its rank: offered, withdraw 1, ask 2 => 3 [4] 5 | 1 0 0
an offer declined for now is not made again of the same place: offered-alone, decline 1 stays, ask 2 => 3 | 1 0 1
an offer withdrawn is not made again of the same place: offered-alone, withdraw 1, ask 2 => 3 | 1 0 1
an offer let go is made of the next place that becomes free: declined-alone, book 9, end 102 @110, ask 3 => [3] | 1 0 0
an offer let go is not made of a place that became free before: declined-alone, book 9, end 102 @99, ask 3 => 3 | 1 0 1
an offer let go by one is not made to another who stayed before: offered, decline 1 stays, ask 2, decline 2 stays @110, ask 3 => [5] 3 4 | 1 0 0
an offer let go by all is open: offered, decline 1 stays, ask 2, decline 2 stays @110, ask 3, decline 3 stays @120, ask 4 => 3 4 5 | 1 0 1
an offer withdrawn goes on down the list: offered, withdraw 1, ask 2, decline 2 stays @110, ask 3 => 3 [5] 4 | 1 0 0
an offer of the next place is for the first of those who stayed: passed-over, take 3, end 102 @120, ask 4 => [3] 4 | 1 0 0
an offer declined for good by the last one is made to those who stayed: passed-over, decline 3 @120, ask 4 => [3] 4 | 1 0 0
an offer out of time of the last one is made to those who stayed: passed-over, expire 3, ask 4 => [3] 4 | 1 0 0
an offer left by the last one is made to those who stayed: passed-over, leave 5 @120, ask 4 => [3] 4 | 1 0 0
an offer gone with the child of the last one is made to those who stayed: passed-over, remove 5 @120, ask 4 => [3] 4 | 1 0 0
an offer taken leaves other offers as they are: offered, end 102, ask 2, take 1 => [4] 5 | 1 0 0
an offer declined ends the first rank of an entry: full 2, join 3, join 4, put-first 4, end 101, ask 1, decline 1 stays => 3 4 | 1 1 0
an entry that is put first is before those put first earlier: full 1, join 2, join 3, join 4, put-first 3 @60, put-first 4 @61, end 101, ask 1 => [4] 3 2 | 0 0 0
an entry that is put first is not offered the same place again: offered-alone, decline 1 stays, put-first 3 @110, ask 2 => 3 | 1 0 1
the place of an offer goes to an entry that is put first: offered, put-first 5, withdraw 1, ask 2 => [5] 3 4 | 1 0 0
a lower capacity takes open places first: full 2, join 3 31 32, end 101, ask 1, set 3, join 4 41 42 43, set 2 => 3 4 | 1 1 0
a lower capacity takes kept places then: full 2, join 3 31 32, end 101, ask 1, set 3, join 4 41 42 43, set 1 => 3 4 | 1 0 0
an entry goes when its family leaves: offered, leave 4 => [3] 5 | 1 0 0
an entry goes with its child, siblings included: full 1, join 2 21 22, join 3, remove 22 => 3 | 1 0 0
a child without an entry is removed: full 1, join 2, remove 77 => 2 | 1 0 0
an entry goes when its child books an open place: full 2, join 3 31 32, end 101, ask 1, book 31 => - | 2 0 0
an offer goes with it: offered-alone, set 3, book 3 => - | 2 0 1
the place of that offer is kept for others: offered-alone, set 3, join 4 41 42, book 3 => 4 | 2 1 0
the end of the class ends entries and offers: offered, close => - | 1 0 1
the end of the class opens kept places: full 1, join 2, end 101, close => - | 0 0 1
a reserved place is open to nobody: reserved => - | 0 0 0
a reserved place goes to the children of the class before: reserved, renew 4, renew 3 => [3] [4] | 0 0 0
a reserved place goes to the next one where a child has left: reserved, leave-before 3, renew 5 => [5] | 0 0 0
a reserved place goes to the next one where a child has a place: reserved, set 3, book 3, renew 5 => [5] | 1 0 0
a reserved place that nobody gets is open: reserved-for 1 3, leave-before 3, release => - | 0 0 1
a reserved place that nobody gets goes to the list: reserved-for 1 3, leave-before 3, join 4, release, ask 4 => [4] | 0 0 0
a kept place declined for now puts its entry at the end: reserved, renew 3, renew 4, join 60, decline 3 stays => [4] 60 3 | 0 1 0
a kept place is given up for another slot: reserved, renew 3, renew 4, keep-elsewhere 3 => [4] | 0 0 1
a kept place is had again while one is open: reserved, renew 3, renew 4, keep-elsewhere 3, keep-here 3 => [3] [4] | 0 0 0
`;

const refused = `
joining of a booked child: full 1, join 2 101
joining of siblings of whom one is booked: full 1, join 2 2 101
joining of a child who waits: full 1, join 2, join 3 2
joining of siblings of whom one waits: full 1, join 2, join 3 3 2
joining of a child who waits with a sibling: full 1, join 2 2 3, join 3
joining of a child who has an offer: offered, join 6 3
joining where a place is open: new 1, join 2
joining of siblings where there are places for all: new 2, join 2 21 22
joining of a class that is over: full 1, close, join 2
a booking of a place that is kept: waiting, end 101, book 9
a booking of a child who has one: new 2, book 1, book 1
a booking in a full slot: full 1, book 1
a booking of a class that is over: new 1, close, book 9
the end of a booking that is not there: full 1, end 7
asking while no place is free: full 1, join 2, ask 1
asking where nobody waits: new 1, ask 1
asking again when all is offered: offered, ask 2
an end before the deadline: offered, expire 1 @199
an answer to an offer that was never made: offered, take 7
leaving without an entry: offered, leave 7
putting first an entry with an open offer: offered, put-first 3
putting first an entry that is not there: offered, put-first 7
a capacity below the bookings: full 3, set 2
a capacity below the places of open offers: offered, set 1
removing a booked child: full 1, remove 101
a reserved place before a child who booked earlier: reserved, renew 5
a reserved place of another child: reserved, renew 6
a reserved place again: reserved, renew 4, renew 3, renew 3
a reserved place of a child who has a place: reserved, set 3, book 3, renew 3
opening reserved places before all were asked: reserved, release
a kept place where none is open: reserved, renew 3, renew 4, keep-elsewhere 3, book 9, keep-here 3
`;

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => [line] as const);

describe('the model', () => {
  it.each(linesOf(examples))('%s', (line) => {
    const [before = '', after] = line.split(' => ');
    expect(shown(carryOut(before.slice(before.lastIndexOf(': ') + 2)))).toBe(after);
  });

  it.each(linesOf(refused))('refuses %s', (line) => {
    const commands = line.slice(line.lastIndexOf(': ') + 2).split(', ');
    const list = carryOut(commands.slice(0, -1).join(', '));
    expect(transition(list, commandOf(commands.at(-1) ?? ''))).toBeUndefined();
  });

  it.each([
    ['taken', 'take 1'],
    ['declined', 'decline 1'],
    ['declined', 'decline 1 stays'],
    ['expired', 'expire 1'],
    ['withdrawn', 'withdraw 1'],
    ['declined', 'leave 3'],
    ['void', 'remove 3'],
    ['void', 'close'],
  ])('has an offer that is %s by "%s" stay so', (state, first) => {
    const list = carryOut(`offered, ${first}`);
    expect(list.offers.map((one) => one.state)).toEqual([state]);
    for (const later of ['take 1', 'decline 1 stays', 'decline 1', 'expire 1', 'withdraw 1'])
      expect(transition(list, commandOf(later))).toBeUndefined();
  });

  it('puts no family behind others that does not answer for a kept place', () => {
    const list = carryOut('reserved, renew 3, renew 4, join 6');
    const own = { ...list, entries: list.entries.map((each) => ({ ...each, parent_id: family(3) })) };
    for (const end of ['decline 3', 'expire 3']) expect(transition(own, commandOf(end))?.behind).toEqual({});
  });
});
