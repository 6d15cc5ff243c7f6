import * as z from 'zod/mini';
import { type Random, randomOf } from '#infra/testing/random';
import type { By, Request } from './requests.ts';

/** One action of a client. `choice` selects among the bookings that exist by then. */
export interface Action {
  readonly kind: Exclude<Request['kind'], 'read-class'>;
  readonly slot: number;
  readonly family: number;
  readonly child: number;
  readonly isTrial: boolean;
  readonly choice: number;
  readonly by: By;
}

/**
 * The focus of a run: each theme makes other requests compete. In `adults` a family has two adults, and the office acts for it;
 * in `joining` the office imports new families while they sign up.
 */
export const bookingThemeSchema = z.enum([
  ...(['everything', 'rush', 'corrections', 'forms', 'changes', 'trials', 'ledgers', 'returning'] as const),
  ...(['closing', 'leaving', 'adults', 'joining'] as const),
]);
export type BookingTheme = z.infer<typeof bookingThemeSchema>;

/** The input of a run. It is small, so that requests compete and the search for an order stays short. */
export interface Workload {
  /** Capacity of each slot of each class. Forms, corrections and the deletion of a class concern the first class. */
  readonly capacities: readonly (readonly number[])[];
  /** The actions of each concurrent client, in order. */
  readonly clients: readonly (readonly Action[])[];
}

export const childNames = ['Ana', 'Ben', 'Cem'] as const;
export const familiesPerRun = 4;
export const childrenPerFamily = 2;

type Shares = Readonly<Partial<Record<Action['kind'], number>>>;

/** Relative frequencies of actions. */
const shares: Readonly<Record<BookingTheme, Shares>> = {
  everything: { book: 9, delete: 3, cancel: 2, rename: 3, edit: 2, 'read-slot': 2 },
  rush: { book: 10, delete: 4, 'read-slot': 3 },
  corrections: { book: 6, delete: 3, rename: 4, 'edit-child': 3 },
  forms: { book: 6, delete: 2, edit: 4, 'read-slot': 1 },
  changes: { book: 7, move: 8, cancel: 2, delete: 1, 'edit-child': 1, 'read-slot': 1 },
  trials: { book: 9, keep: 4, move: 1, cancel: 3, 'end-trials': 2 },
  ledgers: { book: 7, cancel: 5, decide: 6, record: 6, 'take-back': 4, delete: 1 },
  returning: { book: 8, cancel: 4, delete: 2, move: 5 },
  closing: { book: 8, delete: 1, rename: 1, cancel: 1, move: 2, keep: 1, 'read-slot': 1 },
  leaving: { book: 8, delete: 1, move: 2, keep: 1, record: 1, 'read-slot': 1 },
  joining: { import: 8, 'sign-up': 4, accept: 5, undo: 4 },
  adults: { book: 9, cancel: 5, move: 7, keep: 1, 'edit-child': 1, 'edit-card': 4, 'read-family': 4 },
};

/** What some clients do in runs with families whose members change, beside those of the theme. */
const memberShares: Shares = { join: 3, 'make-holder': 2, 'remove-login': 2, invite: 4 };

/** The themes of these runs. */
export const hasChangingFamilies = (theme: BookingTheme): boolean =>
  theme === 'adults' || theme === 'joining';

/** Trials are the larger part where they are kept or end. */
const trialShare: Readonly<Partial<Record<BookingTheme, number>>> = {
  trials: 0.8,
  ledgers: 0.5,
  adults: 0.5,
};

const kindsOf = (of: Shares): Action['kind'][] =>
  Object.entries(of).flatMap(([kind, share]) =>
    // Object.entries widens the key type; the object above is closed.
    Array<Action['kind']>(share).fill(kind as Action['kind']),
  );

/**
 * Few families where the requests of one family are to meet: names of its children collide, and its account is one
 * item.
 */
const familiesOf = (theme: BookingTheme): number => {
  if (theme === 'returning' || theme === 'trials') return 1;
  return ['corrections', 'ledgers', 'leaving', 'adults', 'joining'].includes(theme) ? 2 : familiesPerRun;
};

const adults: readonly By[] = ['holder', 'adult'];
const everybody: readonly By[] = [...adults, 'office'];

const actionOf = (random: Random, theme: BookingTheme, kind: Action['kind'], slots: number): Action => ({
  kind,
  slot: random.below(slots),
  family: random.below(familiesOf(theme)),
  child: random.below(childrenPerFamily),
  isTrial: random.chance(trialShare[theme] ?? 0.3),
  choice: random.below(1_000),
  by: theme === 'adults' ? random.pick(kind === 'book' ? everybody : adults) : 'holder',
});

/** A booking is made, ended and made again in some runs, which takes more actions. */
const fewestActions = (theme: BookingTheme): number => (theme === 'trials' || theme === 'returning' ? 3 : 2);

/** What the first client does at the end of runs of some themes. */
const lastActions: Partial<Record<BookingTheme, Action['kind']>> = {
  closing: 'delete-class',
  leaving: 'delete-account',
};

/** The slots of both classes. Only some themes have a second class. */
const slotsOf = (theme: BookingTheme): readonly [number, number] => {
  switch (theme) {
    case 'changes':
    case 'closing':
    case 'leaving':
      return [2, 1];
    case 'trials':
    case 'ledgers':
    case 'adults':
      return [1, 1];
    case 'corrections':
    case 'joining':
      return [1, 0];
    default:
      return [2, 0];
  }
};

/** The workload of a seed. */
export const workloadOf = (theme: BookingTheme, seed: number): Workload => {
  const random = randomOf(seed, 'workload', theme);
  const fewest = theme === 'corrections' ? 3 : 1;
  const slots = slotsOf(theme);
  const count = slots[0] + slots[1];
  const capacities = slots
    .filter((number) => number > 0)
    .map((number) => Array.from({ length: number }, () => fewest + random.below(3)));
  const kinds = kindsOf(shares[theme]);
  const clientsOf = (number: number, ofClients: readonly Action['kind'][]) =>
    Array.from({ length: number }, () =>
      Array.from({ length: fewestActions(theme) + random.below(3) }, () =>
        actionOf(random, theme, random.pick(ofClients), count),
      ),
    );
  const clients = [
    ...clientsOf(4 + random.below(3), kinds),
    ...clientsOf(hasChangingFamilies(theme) ? 2 : 0, kindsOf(memberShares)),
  ];
  const last = lastActions[theme];
  if (!last) return { capacities, clients };
  const end = [actionOf(random, theme, 'book', count), actionOf(random, theme, last, count)];
  return { capacities, clients: [end, ...clients] };
};
