import { type Random, randomOf } from './random.ts';

/** One action of a client. `choice` selects among the bookings that exist by then. */
export interface Action {
  readonly kind: 'book' | 'delete' | 'rename' | 'edit' | 'read-slot' | 'delete-class' | 'delete-account';
  readonly slot: number;
  readonly family: number;
  readonly child: number;
  readonly isTrial: boolean;
  readonly choice: number;
}

/** The focus of a run. Each theme makes other requests compete. */
export type Theme = 'everything' | 'rush' | 'corrections' | 'forms' | 'closing' | 'leaving';

/** The input of a run. It is small, so that requests compete and the search for an order stays short. */
export interface Workload {
  readonly theme: Theme;
  /** Capacity of each slot. */
  readonly capacities: readonly number[];
  /** The actions of each concurrent client, in order. */
  readonly clients: readonly (readonly Action[])[];
}

export const childNames = ['Ana', 'Ben', 'Cem'] as const;
export const familiesPerRun = 4;
export const childrenPerFamily = 2;

type Shares = Readonly<Partial<Record<Action['kind'], number>>>;

/** Relative frequencies of actions. */
const shares: Readonly<Record<Theme, Shares>> = {
  everything: { book: 9, delete: 4, rename: 3, edit: 2, 'read-slot': 2 },
  rush: { book: 10, delete: 4, 'read-slot': 3 },
  corrections: { book: 6, delete: 3, rename: 6 },
  forms: { book: 6, delete: 2, edit: 4, 'read-slot': 1 },
  closing: { book: 8, delete: 1, rename: 1, 'read-slot': 1 },
  leaving: { book: 8, delete: 1, 'read-slot': 1 },
};

const themes: readonly Theme[] = [
  'everything',
  'everything',
  'rush',
  'corrections',
  'forms',
  'closing',
  'leaving',
];

const kindsOf = (theme: Theme): Action['kind'][] =>
  Object.entries(shares[theme]).flatMap(([kind, share]) =>
    // Object.entries widens the key type; the object above is closed.
    Array<Action['kind']>(share).fill(kind as Action['kind']),
  );

/**
 * Corrections of names concern few families, so that names of one family's children collide. Few families book while
 * accounts are deleted, so that their bookings and deletions meet.
 */
const familiesOf = (theme: Theme): number =>
  theme === 'corrections' || theme === 'leaving' ? 2 : familiesPerRun;

const actionOf = (random: Random, theme: Theme, kind: Action['kind'], slots: number): Action => ({
  kind,
  slot: random.below(slots),
  family: random.below(familiesOf(theme)),
  child: random.below(childrenPerFamily),
  isTrial: random.chance(0.3),
  choice: random.below(1_000),
});

/** What one client does at the end of runs of some themes. */
const lastActions: Partial<Record<Theme, Action['kind']>> = {
  closing: 'delete-class',
  leaving: 'delete-account',
};

/** The workload of a seed. */
export const workloadOf = (seed: number): Workload => {
  const random = randomOf(seed, 'workload');
  const theme = random.pick(themes);
  const slots = theme === 'corrections' ? 1 : 2;
  const fewest = theme === 'corrections' ? 3 : 1;
  const capacities = Array.from({ length: slots }, () => fewest + random.below(3));
  const kinds = kindsOf(theme);
  const clients = Array.from({ length: 4 + random.below(3) }, () =>
    Array.from({ length: 2 + random.below(3) }, () => actionOf(random, theme, random.pick(kinds), slots)),
  );
  const last = lastActions[theme];
  if (!last) return { theme, capacities, clients };
  const end = [actionOf(random, theme, 'book', slots), actionOf(random, theme, last, slots)];
  return { theme, capacities, clients: [end, ...clients] };
};
