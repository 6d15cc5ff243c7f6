import * as z from 'zod/mini';
import { userIdSchema } from '#shared/lib/ids';
import { roles } from '#shared/roles';
import { tryStorage } from '../browser/try-storage.ts';
import { coachAccountKey, coachEndedPrefix } from './stored-sessions.ts';

/** Runs at the start of every page, and while it is open. */
export const removeOldUnsent = (): void => {
  const hasUnsent = tryStorage(() =>
    Object.keys(localStorage).some((key) => key.startsWith(coachEndedPrefix)),
  );
  if (hasUnsent)
    void import('./unsent-marks.ts').then(
      ({ removeOld }) => removeOld(),
      () => {},
    );
};

const accountSchema = z.object({ userId: userIdSchema, role: z.enum(roles) });
export type CoachAccount = z.infer<typeof accountSchema>;

export const readCoachAccount = (): CoachAccount | null => {
  const stored = tryStorage((): unknown => JSON.parse(localStorage.getItem(coachAccountKey) ?? 'null'));
  return accountSchema.safeParse(stored).data ?? null;
};

const { promise, resolve } = Promise.withResolvers<void>();

/** Resolves when a coach's copies are on the screen, or when none will be: requests that need a network wait for it (REG-14). */
export const copiesShown: Promise<void> = promise;
export const noteCopiesShown = resolve;

export const storeCoachAccount = ({ userId, role }: CoachAccount): void => {
  tryStorage(() => localStorage.setItem(coachAccountKey, JSON.stringify({ userId, role })));
};
