import { dayMs } from '#shared/lib/durations';
import { tryStorage } from '../browser/try-storage.ts';
import { coachAccountKey, coachEndedPrefix } from './stored-sessions.ts';

/** How many days unsent marks stay in a browser after a logout. */
export const unsentDays = 7;

/** The database of one account's unsent marks, which have names of children, and of the notes that were opened. */
export const coachMarksName = (userId: string): string => `coach-marks-${userId}`;
export const coachSeenName = (userId: string): string => `coach-seen-${userId}`;

const lastCoachId = (): string | null =>
  tryStorage((): string | null => {
    const userId: unknown = Object(JSON.parse(localStorage.getItem(coachAccountKey) ?? 'null')).userId;
    return typeof userId === 'string' ? userId : null;
  }) ?? null;

/** The account is here again, so its unsent marks stay until it leaves. */
export const retainUnsent = (userId: string): void => {
  tryStorage(() => localStorage.removeItem(`${coachEndedPrefix}${userId}`));
};

const remove = (userId: string): void => {
  tryStorage(() => {
    indexedDB.deleteDatabase(coachMarksName(userId));
    indexedDB.deleteDatabase(coachSeenName(userId));
  });
  retainUnsent(userId);
};

export const removeUnsent = (): void => {
  const userId = lastCoachId();
  if (userId !== null) remove(userId);
};

export const removeOld = (now = Date.now()): void => {
  const ended = tryStorage(() => Object.entries<string>({ ...localStorage })) ?? [];
  for (const [key, at] of ended)
    if (key.startsWith(coachEndedPrefix) && Math.abs(now - Number(at)) >= unsentDays * dayMs)
      remove(key.slice(coachEndedPrefix.length));
};

/** Counts the account's unsent marks. Does not create a database. */
export const countUnsent = (): Promise<number> =>
  new Promise((resolve) => {
    const userId = lastCoachId();
    const opening = userId === null ? undefined : tryStorage(() => indexedDB.open(coachMarksName(userId)));
    if (!opening) return resolve(0);
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve(0);
    opening.onsuccess = () => {
      const database = opening.result;
      const counting = database.transaction('marks').objectStore('marks').count();
      counting.onsuccess = () => resolve(counting.result);
      counting.onerror = () => resolve(0);
      database.close();
    };
  });
