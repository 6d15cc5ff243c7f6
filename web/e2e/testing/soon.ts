import { expect } from 'vitest';

/** Reads a value again and again until it is as expected; for what a page does in its own time. */
export const soon = <Value>(read: () => Value) => expect.poll(read, { timeout: 15_000, interval: 25 });
