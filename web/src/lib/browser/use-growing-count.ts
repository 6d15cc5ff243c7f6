import { startTransition, useEffect, useState } from 'react';

/** In milliseconds: about a frame, so that the browser lays out each step separately. */
const stepMs = 20;

interface GrowthOptions {
  /** More items than the window of a phone shows. */
  readonly first: number;
  /** So few items that a phone lays them out in a short task. */
  readonly step: number;
}

/** How many items of a long list to render now. The number grows to `length` in deferred updates, which input can interrupt. */
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
