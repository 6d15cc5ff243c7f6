import { tryStorage } from '../browser/try-storage.ts';
import { coachEndedPrefix } from './coach-data.ts';

/** Removes marks that were not sent in the days after a logout: at the start of every page, and while it is open. */
export const removeOldUnsent = (): void => {
  const isKept = tryStorage(() => Object.keys(localStorage).some((key) => key.startsWith(coachEndedPrefix)));
  if (isKept)
    void import('./unsent-marks.ts').then(
      ({ removeOld }) => removeOld(),
      () => {},
    );
};
