import { useEffect, useState } from 'react';

/** The latest value that did not change for `pauseMs`. */
export const usePause = <Value>(value: Value, pauseMs: number): Value => {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return rested;
};
