import { wait } from '../time/wait.ts';

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

const nextChance = (pauseMs: number): Promise<unknown> => {
  const backOnline = new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
  return Promise.race([wait(pauseMs), backOnline]);
};

/**
 * Loads a part of the site that has a chunk of its own and that no screen waits for. Where it cannot be loaded, for
 * want of a network, the loading goes on: the promise never fails.
 */
export const loadPart = async <Part>(
  load: () => Promise<Part>,
  pauseMs: number = firstPauseMs,
): Promise<Part> => {
  try {
    return await load();
  } catch (failure) {
    console.warn('A part of the site could not be loaded yet', failure);
    await nextChance(pauseMs);
    return loadPart(load, Math.min(2 * pauseMs, longestPauseMs));
  }
};
