import { onFailedChunk } from './load-chunk.ts';

const listeners = new Set<() => void>();
let isNew = false;

/** Whether the site has a newer version, without which this page cannot go on. */
export const isNewVersion = (): boolean => isNew;

export const onNewVersion = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const noteNewVersion = (): void => {
  if (isNew) return;
  isNew = true;
  for (const listener of listeners) listener();
};

/** The element that names the document's first script, whose name changes with every other script. */
const bootSelector =
  'script[type="module"][src^="/assets/"], link[id][rel="modulepreload"][href^="/assets/"]';

/** Reads the document of this page again to see whether it names another first script. Never rejects. */
export const lookForNewVersion = async (): Promise<void> => {
  const boot = document.querySelector(bootSelector);
  const file = boot?.getAttribute('src') ?? boot?.getAttribute('href');
  if (!file) return;
  try {
    const answer = await fetch(window.location.pathname, { cache: 'no-store' });
    const text = await answer.text();
    // A page that another server sends instead of the site names no script of the site.
    if (text.includes('"/assets/') && !text.includes(file)) noteNewVersion();
  } catch {}
};

onFailedChunk(() => void lookForNewVersion());
