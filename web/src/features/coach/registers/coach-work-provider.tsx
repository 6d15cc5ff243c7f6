import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { noteCopiesShown } from '../../../lib/offline/coach-account.ts';
import type { CoachWork } from './coach-work.ts';
import type { CoachState } from './local-work.ts';

interface ShownWork {
  readonly work: CoachWork;
  readonly state: CoachState;
}

const ShownWorkContext = createContext<ShownWork | null>(null);

interface CoachWorkProviderProps {
  readonly work: CoachWork;
  readonly children: ReactNode;
}

export const CoachWorkProvider = ({ work, children }: CoachWorkProviderProps) => {
  const [state, setState] = useState(work.getState);
  useEffect(() => {
    const show = () => setState(work.getState());
    // Loaded data render in short tasks, so that a tap is handled in between.
    const showRead = () => startTransition(show);
    showRead();
    return work.subscribe((isTap) => (isTap ? show() : showRead()));
  }, [work]);
  const isRead = state.phase !== 'reading';
  useEffect(() => {
    if (isRead) noteCopiesShown();
  }, [isRead]);
  const shown = useMemo(() => ({ work, state }), [work, state]);
  return <ShownWorkContext value={shown}>{children}</ShownWorkContext>;
};

export const useCoachWork = (): ShownWork => {
  const shown = useContext(ShownWorkContext);
  if (!shown) throw new Error('useCoachWork needs a CoachWorkProvider above it');
  return shown;
};
