import { wait } from '../time/wait.ts';

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

const pauseOrOnline = (pauseMs: number): Promise<unknown> => {
  const online = new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
  return Promise.race([wait(pauseMs), online]);
};

/**
 * Imports a chunk and retries until that succeeds: after 1 s, then twice as long each time up to 30 s, or at once when
 * the device is online again. Never rejects.
 */
export const loadChunk = async <Chunk>(
  load: () => Promise<Chunk>,
  pauseMs: number = firstPauseMs,
): Promise<Chunk> => {
  try {
    return await load();
  } catch (failure) {
    console.warn('A part of the site could not be loaded yet', failure);
    await pauseOrOnline(pauseMs);
    return loadChunk(load, Math.min(2 * pauseMs, longestPauseMs));
  }
};
