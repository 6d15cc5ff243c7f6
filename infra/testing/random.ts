/**
 * Mulberry32, a small pseudo-random generator with 32 bits of state; not for secrets.
 * @returns a function that gives the next number, from 0 up to 1 (exclusive); the same seed gives the same numbers
 */
const mulberry32 = (seed: number): (() => number) => {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Pseudo-random choices that depend on a seed alone. Each takes the next number, `shuffled` one for each item but one. */
export interface Random {
  /** From 0 up to 1 (exclusive). */
  next(): number;
  /** A whole number from 0 to `limit - 1`. */
  below(limit: number): number;
  /** True with a probability between 0 and 1. */
  chance(probability: number): boolean;
  /** Undefined for an empty list. */
  any<Item>(list: readonly Item[]): Item | undefined;
  /** @throws Error for an empty list */
  pick<Item>(list: readonly Item[]): Item;
  shuffled<Item>(list: readonly Item[]): Item[];
}

/** The choices of a seed, one after the other. */
export const randomFrom = (seed: number): Random => {
  const next = mulberry32(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  const any = <Item>(list: readonly Item[]): Item | undefined => list[below(list.length)];
  return {
    next,
    below,
    any,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const found = any(list);
      if (found === undefined) throw new Error('The list is empty');
      return found;
    },
    shuffled: (list) => {
      const items = [...list];
      for (let index = items.length - 1; index > 0; index -= 1) {
        const other = below(index + 1);
        const [one, two] = [items[index], items[other]];
        if (one === undefined || two === undefined) continue;
        [items[index], items[other]] = [two, one];
      }
      return items;
    },
  };
};

/** FNV-1a. */
const hash = (text: string): number => {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
};

/**
 * The choices for one purpose, named by `parts`: the same parts give the same choices, in whatever order concurrent work asks
 * for them.
 */
export const randomOf = (...parts: readonly (string | number)[]): Random => randomFrom(hash(parts.join('/')));
