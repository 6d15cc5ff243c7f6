import { dayMs } from '#shared/lib/durations';
import { tryStorage } from '../browser/try-storage.ts';
import { coachAccountKey, coachEndedPrefix } from './stored-sessions.ts';

/** How long marks that were not sent stay in a browser after a logout, in days. */
export const unsentDays = 7;

/** The databases of one account: marks that were not sent, with names of children, and which notes were opened. */
export const coachMarksName = (userId: string): string => `coach-marks-${userId}`;
export const coachSeenName = (userId: string): string => `coach-seen-${userId}`;

/** The account that was here last; null without one. */
const lastCoachId = (): string | null =>
  tryStorage((): string | null => {
    const userId: unknown = Object(JSON.parse(localStorage.getItem(coachAccountKey) ?? 'null')).userId;
    return typeof userId === 'string' ? userId : null;
  }) ?? null;

/** The account is here again: its marks wait for as long as it is. */
export const keepUnsent = (userId: string): void => {
  tryStorage(() => localStorage.removeItem(`${coachEndedPrefix}${userId}`));
};

const remove = (userId: string): void => {
  tryStorage(() => {
    indexedDB.deleteDatabase(coachMarksName(userId));
    indexedDB.deleteDatabase(coachSeenName(userId));
  });
  keepUnsent(userId);
};

/** Removes the marks that the account of this browser has not sent, at once. */
export const removeUnsent = (): void => {
  const userId = lastCoachId();
  if (userId !== null) remove(userId);
};

/** Removes the marks of accounts whose session ended `unsentDays` ago. */
export const removeOld = (now = Date.now()): void => {
  const ended = tryStorage(() => Object.entries<string>({ ...localStorage })) ?? [];
  for (const [key, at] of ended)
    if (key.startsWith(coachEndedPrefix) && Math.abs(now - Number(at)) >= unsentDays * dayMs)
      remove(key.slice(coachEndedPrefix.length));
};

/** How many marks the account of this browser has not sent. Makes no database where there is none. */
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
