import { mulberry32 } from '../mulberry32.ts';

/** Pseudo-random choices; the same seed gives the same choices. */
export interface Chance {
  /** From 0, below 1. */
  readonly number: () => number;
  /** A whole number from one to the other, both included. */
  readonly between: (from: number, to: number) => number;
  readonly isTrue: (share: number) => boolean;
  readonly pick: <Item>(list: readonly Item[]) => Item;
  /** Different entries of a list, in any order. */
  readonly pickSome: <Item>(list: readonly Item[], howMany: number) => Item[];
  /** A version 4 UUID. */
  readonly uuid: () => string;
}

/** Creates pseudo-random choices from a seed. */
export const createChance = (seed: number): Chance => {
  const number = mulberry32(seed);
  const between = (from: number, to: number): number => from + Math.floor(number() * (to - from + 1));
  const pick = <Item>(list: readonly Item[]): Item => {
    const item = list[between(0, list.length - 1)];
    if (item === undefined) throw new Error('There is nothing to pick from');
    return item;
  };
  const pickSome = <Item>(list: readonly Item[], howMany: number): Item[] => {
    const picked = new Set<Item>();
    while (picked.size < Math.min(howMany, list.length)) picked.add(pick(list));
    return [...picked];
  };
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => between(0, 15).toString(16)).join('');
  return {
    number,
    between,
    isTrue: (share) => number() < share,
    pick,
    pickSome,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(12)}`,
  };
};
