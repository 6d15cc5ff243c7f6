import { useEffect, useState } from 'react';

/** A pause in typing before a request. */
const pauseMs = 200;

/** What is typed, once nothing was typed for a moment. */
export const usePause = (typed: string): string => {
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return rested;
};
