/** Choices that depend on a seed alone. */
export interface Random {
  /** A number from 0 up to, without, `limit`; whole. */
  below(limit: number): number;
  /** True with a probability between 0 and 1. */
  chance(probability: number): boolean;
  /** One of a list, which must not be empty. */
  pick<Item>(list: readonly Item[]): Item;
  shuffled<Item>(list: readonly Item[]): Item[];
}

/** FNV-1a: a few characters more give an unrelated number. */
const hash = (text: string): number => {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
};

/** Mulberry32: small, fast and even enough for choosing; nothing here is a secret. */
const generator = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** The choices of one thing in a run, named by `parts`: no matter when it asks, it gets the same ones. */
export const randomOf = (...parts: readonly (string | number)[]): Random => {
  const next = generator(hash(parts.join('/')));
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const found = list[below(list.length)];
      if (found === undefined) throw new Error('There is nothing to choose from');
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
