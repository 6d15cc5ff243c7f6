import { changeMutants } from './changes.ts';
import { mailMutants } from './mail.ts';
import { moneyMutants } from './money.ts';

import { nameMutants } from './names.ts';
import { placeMutants } from './places.ts';
import type { SoakMutant } from './soak-mutant.ts';

/** The checks must detect each of these. */
export const mutants: readonly SoakMutant[] = [
  ...placeMutants,
  ...changeMutants,
  ...moneyMutants,
  ...mailMutants,
  ...nameMutants,
];
