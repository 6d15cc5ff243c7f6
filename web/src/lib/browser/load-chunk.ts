import { coachPath } from '#shared/area-paths';

/** Resolves after `ms` milliseconds. */
export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

const pauseOrOnline = (pauseMs: number): Promise<unknown> => {
  const online = new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
  return Promise.race([wait(pauseMs), online]);
};

/** Whether the site answers. The service worker has no copy of this file. */
const siteAnswers = async (): Promise<boolean> => {
  try {
    await fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
};

let afterFailure: (() => void) | undefined;

/** Has something done whenever a chunk was not loaded. Of the site: the first script would grow by it. */
export const onFailedChunk = (then: () => void): void => {
  afterFailure = then;
};

/** Whether chunks may be had now: of a coach's pages the browser keeps all of them (REG-03). */
const mayAnswer = (): boolean => navigator.onLine || window.location.pathname.startsWith(coachPath);

/**
 * Imports a chunk and retries until that succeeds: after 1 s, then twice as long each time up to 30 s, or at once when
 * the device is online again. Never rejects. A page whose chunk is gone after a deployment says so (REL-03). Without a network nothing is imported before the site answers: Chromium (153)
 * does not load a module again that it could not load once, until the page is left.
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
