import { tryStorage } from '../browser/try-storage.ts';

/** Local storage key of the last change of this browser, shared by all tabs. The value is a random id and a time. */
const key = 'own-change';

/** Shared answers are at most 30 s old; twice that allows for clock differences and caches in between. */
const keptMs = 60_000;

interface Change {
  readonly id: string;
  readonly at: number;
}

/** Used when local storage is unavailable or holds another format. */
let inMemory: Change | undefined;

const read = (): Change | undefined => {
  const [id, at] = (tryStorage(() => localStorage.getItem(key)) ?? '').split(' ');
  return id && at ? { id, at: Number(at) } : inMemory;
};

/** Records a change, or an attempt, by this browser: later reads get no shared answer from before it. */
export const noteOwnChange = (now = Date.now()): void => {
  const id = crypto.randomUUID();
  inMemory = { id, at: now };
  tryStorage(() => localStorage.setItem(key, `${id} ${now}`));
};

/** Id of the last change of this browser within the last minute; sent with reads whose answers are shared. */
export const ownChange = (now = Date.now()): string | undefined => {
  const change = read();
  return change && Math.abs(now - change.at) < keptMs ? change.id : undefined;
};
