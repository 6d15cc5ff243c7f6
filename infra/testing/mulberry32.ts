/**
 * Mulberry32, a small pseudo-random generator with 32 bits of state; not for secrets.
 * @returns a function that gives the next number, from 0 up to 1 (exclusive); the same seed gives the same numbers
 */
export const mulberry32 = (seed: number): (() => number) => {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
