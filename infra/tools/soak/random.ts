import { mulberry32 } from '../../testing/mulberry32.ts';

/** Pseudo-random choices that depend on the seed alone. */
export interface Random {
  /** A whole number from 0 to `limit - 1`. */
  below(limit: number): number;
  /** True with a probability between 0 and 1. */
  chance(probability: number): boolean;
  /** @throws Error for an empty list */
  pick<Item>(list: readonly Item[]): Item;
  shuffled<Item>(list: readonly Item[]): Item[];
}

/** FNV-1a. */
const hash = (text: string): number => {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
};

/** The choices for one purpose, named by `parts`: the same parts give the same choices. */
export const randomOf = (...parts: readonly (string | number)[]): Random => {
  const next = mulberry32(hash(parts.join('/')));
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const found = list[below(list.length)];
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
