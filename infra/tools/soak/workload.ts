import { type Random, randomOf } from '#infra/testing/random';
import type { By, Request } from './requests.ts';

type Kind = Request['kind'];

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
  readonly shares: Shares;
  /** Few where the requests of one family are to meet: names of its children collide, and its account is one item. */
  readonly families: number;
  readonly slots: number;
  /** A family has two adults, and the office acts for it. */
  readonly hasAdults?: true;
  /** The office imports new families while they sign up, and the members of other families change. */
  readonly isJoining?: true;
  readonly events: readonly string[];
}

export const familiesPerRun = 4;

const settings = {
  rush: {
    shares: { book: 10, delete: 4, 'read-slot': 3 },
    families: familiesPerRun,
    slots: 2,
    events: [
      ...['fault: conflict', 'fault: throttled', 'fault: slow', 'fault: reset', 'fault: answer-lost'],
      ...['fault: failed-after-commit', 'fault: late', 'fault: internal-error', 'fault: unavailable'],
      ...['fault: partial-batch', 'email: sent', 'email: refused', 'email: unknown'],
      ...['book no answer', 'book busy', 'book 201', 'book slotFull', 'book alreadyBooked'],
      ...['delete 204', 'delete bookingNotFound', 'read-slot 200'],
    ],
  },
  adults: {
    shares: { book: 9, delete: 3, 'read-slot': 1 },
    families: 2,
    slots: 2,
    hasAdults: true,
    events: [
      ...['book: by holder 201', 'book: by adult 201', 'book: by office 201', 'book: by adult alreadyBooked'],
    ],
  },
  joining: {
    shares: { import: 8, 'sign-up': 4, accept: 5, undo: 4 },
    families: 2,
    slots: 1,
    isJoining: true,
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

export const childNames = ['Ana', 'Ben'] as const;

const kindsOf = (of: Shares): Kind[] =>
  // Object.entries widens the keys.
  Object.entries(of).flatMap(([kind, share]) => Array<Kind>(share).fill(kind as Kind));

const adults: readonly By[] = ['holder', 'adult', 'office'];

const actionOf = (random: Random, kind: Kind, { families, slots, hasAdults }: Settings): Action => ({
  kind,
  slot: random.below(slots),
  family: random.below(families),
  child: random.below(childNames.length),
  isTrial: random.chance(0.3),
  choice: random.below(1_000),
  by: hasAdults ? random.pick(adults) : 'holder',
});

export interface Workload {
  readonly capacities: readonly number[];
  readonly clients: readonly (readonly Action[])[];
}

export const workloadOf = (theme: BookingTheme, seed: number): Workload => {
  const random = randomOf(seed, 'workload', theme);
  const chosen = settingsOf[theme];
  const clientsOf = (number: number, kinds: readonly Kind[]) =>
    Array.from({ length: number }, () =>
      Array.from({ length: 2 + random.below(3) }, () => actionOf(random, random.pick(kinds), chosen)),
    );
  return {
    capacities: Array.from({ length: chosen.slots }, () => 1 + random.below(3)),
    clients: [
      ...clientsOf(4 + random.below(3), kindsOf(chosen.shares)),
      ...clientsOf(chosen.isJoining ? 2 : 0, kindsOf(memberShares)),
    ],
  };
};
