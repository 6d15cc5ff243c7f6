import { startTransition, useEffect, useState } from 'react';

/** Time between two steps, in milliseconds: about a frame, so that the browser lays out each step apart. */
const stepMs = 20;

interface GrowthOptions {
  /** Items of the first render: more than a phone's window shows. */
  readonly first: number;
  /** Items that a step adds: few enough that a phone lays them out in a short task. */
  readonly step: number;
}

/**
 * How many items of a long list to render at present. It grows in deferred updates, which input can interrupt, until it
 * is at least `length`.
 */
export const useGrowingCount = (length: number, { first, step }: GrowthOptions): number => {
  const [count, setCount] = useState(first);
  const isGrowing = count < length;
  useEffect(() => {
    if (!isGrowing) return;
    const timer = setTimeout(() => startTransition(() => setCount(count + step)), stepMs);
    return () => clearTimeout(timer);
  }, [isGrowing, count, step]);
  return count;
};
