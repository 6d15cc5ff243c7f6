import { useLayoutEffect } from 'react';

/** A listener of `beforeunload`: the browser asks before it closes or reloads the page while something would be lost. */
export const leaveWarning =
  (wouldLose: () => boolean) =>
  (event: BeforeUnloadEvent): void => {
    if (wouldLose()) event.preventDefault();
  };

/**
 * Has the browser ask before it closes or reloads the page while something would be lost.
 * @param wouldLose undefined while nothing can be
 */
export const useLeaveWarning = (wouldLose: (() => boolean) | undefined): void => {
  useLayoutEffect(() => {
    if (!wouldLose) return;
    const warn = leaveWarning(wouldLose);
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [wouldLose]);
};
