import { dayMs } from '#shared/lib/durations';
import { tryStorage } from '../browser/try-storage.ts';

// Every page loads this file, so it has only what other pages need of a coach's stored work.

/** Names the account whose registers this browser has copied. */
export const coachAccountKey = 'coach-account';
export const coachCopiesName = 'coach-copies';

/** The value is the time at which the sign-in ended, in milliseconds. The account's unsent marks may still be here. */
export const coachEndedPrefix = 'coach-ended-';

/** At the end of a sign-in the copies of registers are removed at once, unsent marks some days later. */
const forgetCoach = (): void => {
  tryStorage(() => {
    const account = localStorage.getItem(coachAccountKey);
    if (account === null) return;
    localStorage.removeItem(coachAccountKey);
    indexedDB.deleteDatabase(coachCopiesName);
    localStorage.setItem(`${coachEndedPrefix}${JSON.parse(account).userId}`, String(Date.now()));
  });
};

/** A coming session on the offline page: the child's first name, no medical note. */
export interface StoredSession {
  readonly date: string;
  readonly day: string;
  readonly time: string;
  readonly child: string;
  readonly program: string;
  readonly venue: string;
}

interface StoredSessions {
  readonly savedAt: number;
  readonly sessions: readonly StoredSession[];
}

const storageKey = 'coming-sessions';

const lifetimeMs = 7 * dayMs;

export const mostStored = 20;

const fields = ['date', 'day', 'time', 'child', 'program', 'venue'] as const;

// The offline page would have to store zod for this check.
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

export const storeSessions = (sessions: readonly StoredSession[], savedAt = Date.now()): void => {
  tryStorage(() => localStorage.setItem(storageKey, JSON.stringify({ savedAt, sessions })));
};

const forgetComing = () => tryStorage(() => localStorage.removeItem(storageKey));

/** For the end of a sign-in. It also removes copies of registers; unsent marks stay for some days. */
export const forgetSessions = (): void => {
  forgetComing();
  forgetCoach();
};

/** Returns null without stored sessions, and removes those that are older than seven days. */
export const readSessions = (now = Date.now()): StoredSessions | null => {
  const stored = tryStorage((): unknown => JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
  if (isStoredSessions(stored) && Math.abs(now - stored.savedAt) < lifetimeMs) return stored;
  forgetComing();
  return null;
};
