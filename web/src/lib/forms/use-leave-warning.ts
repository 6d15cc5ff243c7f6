import { useEffect } from 'react';

/**
 * Has the browser ask before it closes or reloads the page while something would be lost.
 * @param wouldLose undefined while nothing can be
 */
export const useLeaveWarning = (wouldLose: (() => boolean) | undefined): void => {
  useEffect(() => {
    if (!wouldLose) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (wouldLose()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [wouldLose]);
};
