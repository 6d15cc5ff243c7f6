import { tryStorage } from '../browser/try-storage.ts';

// What this browser keeps of a coach's work. Every page loads this file: what only a coach's pages need is in others.

/** The account whose registers this browser has a copy of, and the database with the copy. */
export const coachAccountKey = 'coach-account';
export const coachCopiesName = 'coach-copies';

/** When the session of an account ended whose marks may still be here, in milliseconds. */
export const coachEndedPrefix = 'coach-ended-';

/** At the end of a session: the copies of the registers go at once, and the marks that were not sent some days later. */
export const forgetCoach = (): void => {
  tryStorage(() => {
    const account = localStorage.getItem(coachAccountKey);
    if (account === null) return;
    localStorage.removeItem(coachAccountKey);
    indexedDB.deleteDatabase(coachCopiesName);
    localStorage.setItem(`${coachEndedPrefix}${JSON.parse(account).userId}`, String(Date.now()));
  });
};
