import { type Random, randomOf } from './random.ts';

/** One thing that somebody does; `choice` chooses among what there is by then. */
export interface Deed {
  readonly kind: 'book' | 'delete' | 'rename' | 'edit' | 'look' | 'delete-class';
  readonly slot: number;
  readonly family: number;
  readonly child: number;
  readonly isTrial: boolean;
  readonly choice: number;
}

/** What a run is mostly about: each brings other people to the same place at the same time. */
export type Theme = 'everything' | 'rush' | 'corrections' | 'forms' | 'closing';

/** What a run sets out with; small, so that people meet and the search for an order stays short. */
export interface Workload {
  readonly theme: Theme;
  /** Places of each slot. */
  readonly capacities: readonly number[];
  /** What each of those who act at once does, in order. */
  readonly workers: readonly (readonly Deed[])[];
}

export const childNames = ['Ana', 'Ben', 'Cem'] as const;
export const familiesPerRun = 4;
export const childrenPerFamily = 2;

type Shares = Readonly<Partial<Record<Deed['kind'], number>>>;

/** How often something is done, out of all that is done. */
const shares: Readonly<Record<Theme, Shares>> = {
  everything: { book: 9, delete: 4, rename: 3, edit: 2, look: 2 },
  rush: { book: 10, delete: 4, look: 3 },
  corrections: { book: 6, delete: 3, rename: 6 },
  forms: { book: 6, delete: 2, edit: 4, look: 1 },
  closing: { book: 8, delete: 1, rename: 1, look: 1 },
};

const themes: readonly Theme[] = ['everything', 'everything', 'rush', 'corrections', 'forms', 'closing'];

const kindsOf = (theme: Theme): Deed['kind'][] =>
  Object.entries(shares[theme]).flatMap(([kind, share]) =>
    // Object.entries widens the key type; the object above is closed.
    Array<Deed['kind']>(share).fill(kind as Deed['kind']),
  );

/** Who corrects names works on one family's bookings, whose children must not get the same name. */
const familiesOf = (theme: Theme): number => (theme === 'corrections' ? 2 : familiesPerRun);

const deed = (random: Random, theme: Theme, kind: Deed['kind'], slots: number): Deed => ({
  kind,
  slot: random.below(slots),
  family: random.below(familiesOf(theme)),
  child: random.below(childrenPerFamily),
  isTrial: random.chance(0.3),
  choice: random.below(1_000),
});

/** What happens in the run of a seed. */
export const workloadOf = (seed: number): Workload => {
  const random = randomOf(seed, 'workload');
  const theme = random.pick(themes);
  const slots = theme === 'corrections' ? 1 : 2;
  const fewest = theme === 'corrections' ? 3 : 1;
  const capacities = Array.from({ length: slots }, () => fewest + random.below(3));
  const kinds = kindsOf(theme);
  const workers = Array.from({ length: 4 + random.below(3) }, () =>
    Array.from({ length: 2 + random.below(3) }, () => deed(random, theme, random.pick(kinds), slots)),
  );
  if (theme !== 'closing') return { theme, capacities, workers };
  const end = [deed(random, theme, 'book', slots), deed(random, theme, 'delete-class', slots)];
  return { theme, capacities, workers: [end, ...workers] };
};
