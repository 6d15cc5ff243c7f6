import { changeMutants } from './changes.ts';
import { mailMutants } from './mail.ts';
import { moneyMutants } from './money.ts';
import type { Mutant } from './mutant.ts';
import { nameMutants } from './names.ts';
import { placeMutants } from './places.ts';

/** The checks must detect each of these. */
export const mutants: readonly Mutant[] = [
  ...placeMutants,
  ...changeMutants,
  ...moneyMutants,
  ...mailMutants,
  ...nameMutants,
];
