import { newApplicationId, newOfferId } from '#functions/lib/ids';
import type { ChildId, FamilyId, OfferId } from '#shared/lib/ids';
import {
  type Cents,
  calendarDateSchema,
  centsSchema,
  type Instant,
  instantOf,
  instantSchema,
} from '#shared/lib/values';
import type { CommandOf, WaitingCommand, WaitingList } from '#shared/testing/waiting/waiting-list';
import type { Random } from '../random.ts';
import { type SampleFamily, sampleNow } from '../samples/samples.ts';

type StepKind = 'remove-child' | 'close' | 'renew' | 'release-reserved' | 'keep-here';

export type Act =
  | Exclude<WaitingCommand, { kind: StepKind }>
  | { readonly kind: 'move-away'; readonly child: ChildId; readonly at: Instant }
  | { readonly kind: 'move-here'; readonly child: ChildId; readonly at: Instant }
  | { readonly kind: 'edit-class'; readonly at: Instant }
  | { readonly kind: 'change-price'; readonly rate: Cents; readonly at: Instant }
  /** The publication of the class goes on: it gives the reserved places. More than one transaction. */
  | { readonly kind: 'keep-places'; readonly at: Instant }
  /** A family has its kept place in this slot, instead of another one or after it has declined. */
  | { readonly kind: 'keep-here'; readonly child: ChildId; readonly at: Instant }
  | CommandOf<'remove-child'>
  | { readonly kind: 'erase'; readonly parent: FamilyId; readonly at: Instant }
  | { readonly kind: 'end-class'; readonly at: Instant };

export type ActOf<Kind extends Act['kind']> = Extract<Act, { kind: Kind }>;

export interface World {
  list: WaitingList;
  readonly offers: Map<OfferId, OfferId>;
  families: SampleFamily[];
  elsewhere: readonly ChildId[];
  seconds: number;
  term?: TermWorld;
}

interface TermWorld {
  /** The children whose place is kept in the other slot, or who have declined it: they can have it here. */
  readonly canKeepHere: readonly ChildId[];
  readonly keptElsewhere: readonly ChildId[];
}

export const momentOf = ({ seconds }: Pick<World, 'seconds'>): Instant =>
  instantOf(new Date(sampleNow.getTime() + seconds * 1000));

const longAgo = instantSchema.parse('2025-01-01T00:00:00.000Z');
const terms = { until: longAgo, from_session: calendarDateSchema.parse('2025-09-27') };

const weights: Readonly<Partial<Record<Act['kind'], number>>> = {
  join: 12,
  ask: 16,
  book: 3,
  'book-together': 3,
  'end-booking': 6,
  'move-away': 3,
  'move-here': 3,
  take: 8,
  decline: 8,
  expire: 4,
  withdraw: 4,
  'put-first': 4,
  leave: 4,
  'set-capacity': 5,
  'edit-class': 2,
  'remove-child': 2,
  erase: 1,
};
const termWeights: typeof weights = {
  ...weights,
  'keep-places': 6,
  'leave-before': 3,
  'keep-elsewhere': 6,
  'keep-here': 6,
  'change-price': 2,
};
const kindsOf = (shares: typeof weights) =>
  Object.entries(shares).flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind));
const [kinds, termKinds] = [kindsOf(weights), kindsOf(termWeights)];

const drawAct = (world: World, random: Random): Act | undefined => {
  const { any } = random;
  const { list, offers, elsewhere } = world;
  world.seconds += 1;
  const now = momentOf(world);
  const family = random.pick(world.families);
  const children = family.children.map(({ id }) => id);
  const waits = (child: ChildId) => list.entries.some(({ child_ids }) => child_ids.includes(child));
  const offer = any([...offers.keys()]);
  const entry = any(list.entries)?.id;
  const kind = any(world.term ? termKinds : kinds);
  const { canKeepHere = [], keptElsewhere = [] } = world.term ?? {};
  switch (kind) {
    case 'join': {
      const id = newApplicationId(new Date(now));
      // Often the second child of a family that waits: then the family has two entries.
      const half = world.families.filter(
        (each) => each.children.length > 1 && each.children.filter((child) => waits(child.id)).length === 1,
      );
      const joining = (random.chance(0.5) && any(half)) || family;
      const all = joining.children.map((child) => child.id);
      const one = any(all.filter((child) => !waits(child))) ?? any(all);
      const together = joining === family && random.chance(0.35);
      const chosen = together || !one ? all : [one];
      return { kind, entry: id, family: joining.id, children: chosen, at: now };
    }
    case 'book': {
      // A child that waits leaves the list in a second step: that is no single command.
      const child = any(children.filter((id) => !waits(id) && !elsewhere.includes(id)));
      return child && { kind, child, at: now };
    }
    case 'book-together':
      return children.length > 1 && children.every((id) => !waits(id) && !elsewhere.includes(id))
        ? { kind, children, at: now }
        : undefined;
    case 'move-here': {
      const child = any(elsewhere.filter((id) => !waits(id) && !list.booked.includes(id)));
      return child && { kind, child, at: now };
    }
    case 'move-away': {
      const child = any(list.booked.filter((id) => !elsewhere.includes(id) && !keptElsewhere.includes(id)));
      return child && { kind, child, at: now };
    }
    case 'end-booking': {
      const child = any(list.booked);
      return child && { kind, child, at: now };
    }
    case 'ask':
      return { kind, offer: newOfferId(new Date(now)), terms };
    case 'take':
      return offer && { kind, offer };
    case 'decline':
      return offer && { kind, offer, stays: random.chance(0.5), at: now };
    case 'expire':
    case 'withdraw':
      return offer && { kind, offer, at: now };
    case 'leave':
    case 'put-first':
      return entry && { kind, entry, at: now };
    case 'set-capacity':
      return { kind, capacity: Math.max(1, list.capacity + random.below(3) - 1), at: now };
    case 'edit-class':
      return { kind, at: now };
    case 'remove-child': {
      const hasBooking = [...list.booked, ...elsewhere, ...list.renewing];
      const child = any(children.filter((id) => !hasBooking.includes(id)));
      return child && { kind, child, at: now };
    }
    case 'keep-places':
      return { kind, at: now };
    case 'leave-before': {
      const child = any(list.renewing);
      return child && { kind, child, at: now };
    }
    case 'keep-elsewhere':
      return offer && { kind, offer, at: now };
    case 'keep-here': {
      const child = any(canKeepHere);
      return child && { kind, child, at: now };
    }
    case 'change-price':
      return { kind, rate: centsSchema.parse(1_000 + random.below(2_000)), at: now };
    case 'erase':
      return { kind, parent: family.id, at: now };
    default:
      return undefined;
  }
};

/**
 * Acts that are carried out at once. A child does not get an entry and a booking at once: the booking ends the entry in a
 * second step.
 */
export const drawActs = (world: World, random: Random, size: number): Act[] => {
  const drawn = Array.from({ length: size }, () => drawAct(world, random)).filter((act) => act !== undefined);
  const listed = new Set(
    drawn.flatMap((act) => {
      if (act.kind === 'join') return act.children;
      return act.kind === 'keep-here' ? [act.child] : [];
    }),
  );
  return drawn.filter((act) => {
    if (act.kind === 'book-together') return !act.children.some((child) => listed.has(child));
    return (act.kind !== 'book' && act.kind !== 'move-here') || !listed.has(act.child);
  });
};

/** Moments after the last session of the sample class, and of the class that follows it. */
const over = instantSchema.parse('2025-11-02T10:00:00.000Z');
const overAfterTerm = instantSchema.parse('2025-12-14T10:00:00.000Z');

const atTheEnd: ReadonlySet<Act['kind']> = new Set([
  ...(['take', 'decline', 'expire', 'withdraw', 'leave', 'end-booking', 'move-away'] as const),
]);

export const drawLastActs = (world: World, random: Random, size: number): Act[] => [
  { kind: 'end-class', at: world.term ? overAfterTerm : over },
  ...drawActs(world, random, size).filter(({ kind }) => atTheEnd.has(kind)),
];
