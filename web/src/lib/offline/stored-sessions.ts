import { dayMs } from '#shared/lib/durations';
import { tryStorage } from '../browser/try-storage.ts';

// What this browser keeps of a coach's work. Every page loads this file: what only a coach's pages need is in others.

/** The account whose registers this browser has a copy of, and the database with the copy. */
export const coachAccountKey = 'coach-account';
export const coachCopiesName = 'coach-copies';

/** When the session of an account ended whose marks may still be here, in milliseconds. */
export const coachEndedPrefix = 'coach-ended-';

/** At the end of a session: the copies of the registers go at once, and the marks that were not sent some days later. */
const forgetCoach = (): void => {
  tryStorage(() => {
    const account = localStorage.getItem(coachAccountKey);
    if (account === null) return;
    localStorage.removeItem(coachAccountKey);
    indexedDB.deleteDatabase(coachCopiesName);
    localStorage.setItem(`${coachEndedPrefix}${JSON.parse(account).userId}`, String(Date.now()));
  });
};

/** A coming session as the offline page shows it: first name of the child, no medical note. */
export interface StoredSession {
  /** `yyyy-MM-dd`. */
  readonly date: string;
  /** The date in words. */
  readonly day: string;
  readonly time: string;
  readonly child: string;
  readonly program: string;
  /** Name, address and directions. */
  readonly venue: string;
}

interface StoredSessions {
  /** When they were read from the server, in milliseconds. */
  readonly savedAt: number;
  readonly sessions: readonly StoredSession[];
}

const storageKey = 'coming-sessions';

const lifetimeMs = 7 * dayMs;

/** How many coming sessions are kept. */
export const mostKept = 20;

const fields = ['date', 'day', 'time', 'child', 'program', 'venue'] as const;

// Not by zod, which the offline page would have to keep.
const isStoredSession = (value: unknown): value is StoredSession =>
  typeof value === 'object' &&
  value !== null &&
  fields.every((field) => typeof Reflect.get(value, field) === 'string');

const isStoredSessions = (value: unknown): value is StoredSessions =>
  typeof value === 'object' &&
  value !== null &&
  'savedAt' in value &&
  typeof value.savedAt === 'number' &&
  'sessions' in value &&
  Array.isArray(value.sessions) &&
  value.sessions.every(isStoredSession);

/** Keeps the coming sessions in this browser, for the offline page. */
export const keepSessions = (sessions: readonly StoredSession[], savedAt = Date.now()): void => {
  tryStorage(() => localStorage.setItem(storageKey, JSON.stringify({ savedAt, sessions })));
};

const forgetComing = () => tryStorage(() => localStorage.removeItem(storageKey));

/**
 * Removes the kept sessions: at a logout and at the end of the session. The copies of a coach's registers go too; marks that
 * were not sent stay for the account, for some days.
 */
export const forgetSessions = (): void => {
  forgetComing();
  forgetCoach();
};

/** The kept sessions; null without any. Those that are older than seven days are removed. */
export const readSessions = (now = Date.now()): StoredSessions | null => {
  const stored = tryStorage((): unknown => JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
  if (isStoredSessions(stored) && Math.abs(now - stored.savedAt) < lifetimeMs) return stored;
  forgetComing();
  return null;
};
