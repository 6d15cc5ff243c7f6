import { coachPath } from '#shared/area-paths';

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

const pauseOrOnline = (pauseMs: number): Promise<unknown> => {
  const online = new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
  return Promise.race([wait(pauseMs), online]);
};

/** Whether the site answers. The service worker has no copy of the requested file. */
const siteAnswers = async (): Promise<boolean> => {
  try {
    await fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
};

let afterFailure: (() => void) | undefined;

/** Registers what happens after a chunk failed to load. The layout registers it, so that the first script stays small. */
export const onFailedChunk = (then: () => void): void => {
  afterFailure = then;
};

/** Whether chunks can be loaded: the browser has copies of all chunks of a coach's pages (REG-03). */
const mayAnswer = (): boolean => navigator.onLine || window.location.pathname.startsWith(coachPath);

/**
 * Imports a chunk and retries until that succeeds: after 1 s, then twice as long up to 30 s, or at once when the device
 * is online again. Never rejects. A page whose chunk is gone after a deployment says so (REL-03). Without a network it
 * waits until the site answers: Chromium (153) never loads a module again that failed once.
 */
export const loadChunk = async <Chunk>(load: () => Promise<Chunk>): Promise<Chunk> => {
  let pauseMs = firstPauseMs;
  for (let isReachable = mayAnswer(); ; isReachable = true) {
    try {
      if (isReachable) return await load();
    } catch (failure) {
      console.warn('A part of the site could not be loaded yet', failure);
      afterFailure?.();
    }
    do {
      await pauseOrOnline(pauseMs);
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    } while (!(await siteAnswers()));
  }
};
