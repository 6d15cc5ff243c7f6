import { type Random, randomOf } from '#infra/testing/random';
import type { By, Request } from './requests.ts';

type Kind = Exclude<Request['kind'], 'read-class'>;

/** One action of a client. `choice` selects among the bookings that exist by then. */
export interface Action {
  readonly kind: Kind;
  readonly slot: number;
  readonly family: number;
  readonly child: number;
  readonly isTrial: boolean;
  readonly choice: number;
  readonly by: By;
}

type Shares = Readonly<Partial<Record<Kind, number>>>;

/** Which requests compete in the runs of a theme. They are few, so that they meet and the search for an order stays short. */
interface Settings {
  /** Relative frequencies of actions. */
  readonly shares: Shares;
  /** Slots of both classes. Forms, corrections and the deletion of a class concern the first one. */
  readonly slots?: readonly [number, number];
  readonly fewestPlaces?: number;
  /** Few where the requests of one family are to meet: names of its children collide, and its account is one item. */
  readonly families?: number;
  readonly trialShare?: number;
  /** More where a booking is made, ended and made again. */
  readonly fewestActions?: number;
  /** What the first client does at the end. */
  readonly last?: Kind;
  /** The longest delay of a transaction, in which another request is to overtake. */
  readonly longestDelayMs?: number;
  /** A family has two adults, and the office acts for it. */
  readonly hasAdults?: true;
  /** The office imports new families while they sign up. */
  readonly hasNewcomers?: true;
  /** The members of other families change meanwhile. */
  readonly hasChangingFamilies?: true;
  /** What must have happened in the runs. */
  readonly events?: readonly string[];
}

export const familiesPerRun = 4;

const settings = {
  everything: {
    shares: { book: 9, delete: 3, cancel: 2, rename: 3, edit: 2, 'read-slot': 2 },
    events: ['cancel 200'],
  },
  rush: {
    shares: { book: 10, delete: 4, 'read-slot': 3 },
    events: [
      ...['fault: conflict', 'fault: throttled', 'fault: slow', 'fault: reset', 'fault: answer-lost'],
      ...['fault: failed-after-commit', 'fault: late', 'fault: internal-error', 'fault: unavailable'],
      ...['fault: partial-batch', 'email: sent', 'email: refused', 'email: unknown'],
      ...['book no answer', 'book busy', 'book 201', 'book slotFull', 'book alreadyBooked'],
      ...['delete 204', 'delete bookingNotFound', 'read-slot 200'],
    ],
  },
  corrections: {
    shares: { book: 6, delete: 3, rename: 4, 'edit-child': 3 },
    slots: [1, 0],
    fewestPlaces: 3,
    families: 2,
    events: ['rename 200', 'edit-child 204'],
  },
  forms: {
    shares: { book: 6, delete: 2, edit: 4, 'read-slot': 1 },
    events: [
      ...['book priceChanged', 'edit 200', 'edit changedMeanwhile', 'edit capacityBelowBookings'],
      'edit slotHasBookings',
    ],
  },
  changes: {
    shares: { book: 7, move: 8, cancel: 2, delete: 1, 'edit-child': 1, 'read-slot': 1 },
    slots: [2, 1],
    events: ['move 200', 'move slotFull', 'move bookingNotFound'],
  },
  trials: {
    shares: { book: 9, keep: 4, move: 1, cancel: 3, 'end-trials': 2 },
    slots: [1, 1],
    families: 1,
    trialShare: 0.8,
    fewestActions: 3,
    events: ['keep 200', 'keep trialOver', 'end-trials 204'],
  },
  ledgers: {
    shares: { book: 7, cancel: 5, decide: 6, record: 6, 'take-back': 4, delete: 1 },
    slots: [1, 1],
    families: 2,
    trialShare: 0.5,
    events: [
      ...['record 201', 'take-back 201', 'take-back entryNotFound', 'decide 204', 'decide bookingNotFound'],
    ],
  },
  returning: {
    shares: { book: 8, cancel: 4, delete: 2, move: 5 },
    families: 1,
    fewestActions: 3,
    longestDelayMs: 100,
  },
  closing: {
    shares: { book: 8, delete: 1, rename: 1, cancel: 1, move: 2, keep: 1, 'read-slot': 1 },
    slots: [2, 1],
    last: 'delete-class',
    events: ['delete-class 204'],
  },
  leaving: {
    shares: { book: 8, delete: 1, move: 2, keep: 1, record: 1, 'read-slot': 1 },
    slots: [2, 1],
    families: 2,
    last: 'delete-account',
    longestDelayMs: 400,
    events: ['delete-account 200', 'book profileNotFound'],
  },
  adults: {
    shares: { book: 9, cancel: 5, move: 7, keep: 1, 'edit-child': 1, 'edit-card': 4, 'read-family': 4 },
    slots: [1, 1],
    families: 2,
    trialShare: 0.5,
    hasAdults: true,
    hasChangingFamilies: true,
    events: [
      ...['book: by holder 201', 'book: by adult 201', 'book: by office 201', 'book: by adult alreadyBooked'],
      ...['cancel: by adult 200', 'move: by adult 200', 'edit-card: by holder 200'],
      ...['edit-card: by adult 200', 'read-family: by holder 200', 'read-family: by adult 200'],
    ],
  },
  joining: {
    shares: { import: 8, 'sign-up': 4, accept: 5, undo: 4 },
    slots: [1, 0],
    families: 2,
    hasNewcomers: true,
    hasChangingFamilies: true,
    // That an undo keeps who has a login is left to chance (invited-import.integration.test.ts has it).
    events: [
      ...['import: new', 'import: changes', 'import: same', 'undo: undone', 'sign-up 201', 'accept 201'],
      ...['accept invitationInvalid', 'join 200', 'make-holder 204', 'remove-login 204', 'invite 202'],
      'reset 200',
    ],
  },
} as const satisfies Record<string, Settings>;

export type BookingTheme = keyof typeof settings;

export const settingsOf: Readonly<Record<BookingTheme, Settings>> = settings;

// Object.keys widens the keys; the object above is closed.
export const bookingThemeNames = Object.keys(settings) as readonly BookingTheme[];

/** What some clients do in runs with families whose members change, beside those of the theme. */
const memberShares: Shares = { join: 3, 'make-holder': 2, 'remove-login': 2, invite: 4 };

export const childNames = ['Ana', 'Ben', 'Cem'] as const;
export const childrenPerFamily = 2;

const kindsOf = (of: Shares): Kind[] =>
  // Object.entries widens the keys.
  Object.entries(of).flatMap(([kind, share]) => Array<Kind>(share).fill(kind as Kind));

const adults: readonly By[] = ['holder', 'adult'];

const actionOf = (
  random: Random,
  kind: Kind,
  { families = familiesPerRun, trialShare = 0.3, slots = [2, 0], hasAdults }: Settings,
): Action => ({
  kind,
  slot: random.below(slots[0] + slots[1]),
  family: random.below(families),
  child: random.below(childrenPerFamily),
  isTrial: random.chance(trialShare),
  choice: random.below(1_000),
  by: hasAdults ? random.pick(kind === 'book' ? [...adults, 'office'] : adults) : 'holder',
});

/** The input of a run. */
export interface Workload {
  /** The capacity of each slot of each class. */
  readonly capacities: readonly (readonly number[])[];
  /** The actions of each concurrent client, in order. */
  readonly clients: readonly (readonly Action[])[];
}

/** The workload of a seed. */
export const workloadOf = (theme: BookingTheme, seed: number): Workload => {
  const random = randomOf(seed, 'workload', theme);
  const chosen = settingsOf[theme];
  const { slots = [2, 0], fewestPlaces = 1, fewestActions = 2, last, shares, hasChangingFamilies } = chosen;
  const capacities = slots
    .filter((number) => number > 0)
    .map((number) => Array.from({ length: number }, () => fewestPlaces + random.below(3)));
  const clientsOf = (number: number, kinds: readonly Kind[]) =>
    Array.from({ length: number }, () =>
      Array.from({ length: fewestActions + random.below(3) }, () =>
        actionOf(random, random.pick(kinds), chosen),
      ),
    );
  const clients = [
    ...clientsOf(4 + random.below(3), kindsOf(shares)),
    ...clientsOf(hasChangingFamilies ? 2 : 0, kindsOf(memberShares)),
  ];
  if (!last) return { capacities, clients };
  const end = [actionOf(random, 'book', chosen), actionOf(random, last, chosen)];
  return { capacities, clients: [end, ...clients] };
};
