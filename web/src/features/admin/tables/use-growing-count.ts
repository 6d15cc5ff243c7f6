import { startTransition, useEffect, useState } from 'react';

/** Rows of the first render: more than a phone's window shows. */
const firstRows = 12;
/** Rows that a step adds: few enough that a phone lays them out in a short task. */
const stepRows = 10;
/** Time between two steps, in milliseconds: about a frame, so that the browser lays out each step apart. */
const stepMs = 20;

/**
 * How many rows of a long list to render at present. It grows in deferred updates, which input can interrupt, until it
 * is at least `length`.
 */
export const useGrowingCount = (length: number): number => {
  const [count, setCount] = useState(firstRows);
  const isGrowing = count < length;
  useEffect(() => {
    if (!isGrowing) return;
    const timer = setTimeout(() => startTransition(() => setCount(count + stepRows)), stepMs);
    return () => clearTimeout(timer);
  }, [isGrowing, count]);
  return count;
};
