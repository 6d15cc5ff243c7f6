import { useEffect } from 'react';

/** Has the browser ask before it closes or reloads the page while something would be lost. */
export const useLeaveWarning = (wouldLose: () => boolean): void => {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (wouldLose()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [wouldLose]);
};
