import { createContext, useContext, useSyncExternalStore } from 'react';
import type { CoachState, CoachWork } from './coach-work.ts';

export const CoachWorkContext = createContext<CoachWork | null>(null);

/** The work of the account that is signed in, and its present state. Inside `CoachArea`. */
export const useCoachWork = (): { readonly work: CoachWork; readonly state: CoachState } => {
  const work = useContext(CoachWorkContext);
  if (!work) throw new Error('useCoachWork needs a CoachArea above it');
  return { work, state: useSyncExternalStore(work.subscribe, work.getState, work.getState) };
};
