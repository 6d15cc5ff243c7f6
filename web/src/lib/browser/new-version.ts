import { onFailedChunk } from './load-chunk.ts';

const listeners = new Set<() => void>();
let isNew = false;

/** Whether this page knows that the site has a newer version than its own, which it cannot go on without. */
export const isNewVersion = (): boolean => isNew;

/** Calls `listener` once it knows; returns an unsubscribe function. */
export const onNewVersion = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const noteNewVersion = (): void => {
  if (isNew) return;
  isNew = true;
  for (const listener of listeners) listener();
};

/** The element by which a document names its first script. That script's name changes with any other script's. */
const bootSelector =
  'script[type="module"][src^="/assets/"], link[id][rel="modulepreload"][href^="/assets/"]';

/** Looks whether the document of this page begins with another script now. Never rejects. */
export const lookForNewVersion = async (): Promise<void> => {
  const boot = document.querySelector(bootSelector);
  const file = boot?.getAttribute('src') ?? boot?.getAttribute('href');
  if (!file) return;
  try {
    const answer = await fetch(window.location.pathname, { cache: 'no-store' });
    const text = await answer.text();
    // What answers in place of the site names no script of it.
    if (text.includes('"/assets/') && !text.includes(file)) noteNewVersion();
  } catch {
    // Without a network nothing can be said.
  }
};

onFailedChunk(() => void lookForNewVersion());
