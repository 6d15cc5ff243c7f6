import { useEffect, useReducer } from 'react';
import { hourMs, minuteMs, secondMs } from '#shared/domain/time/milliseconds';
import type { Instant } from '#shared/schemas/values';
import { onServerTime, serverNow } from './server-clock.ts';

/** Timers of browsers hold at most 31 bits of milliseconds. */
const longestWaitMs = 24 * hourMs;

/** How long until an instant by the server's clock, in milliseconds; 0 once it has come (BOK-51). */
export const msUntil = (at: Instant): number => Math.max(0, Date.parse(at) - serverNow().getTime());

/** How long what is shown of the time that is left stays true: it shows seconds in the last hour, else minutes. */
const shownMs = (leftMs: number): number => {
  const unit = leftMs <= hourMs ? secondMs : minuteMs;
  return leftMs % unit || unit;
};

/**
 * Renders a component again when an instant comes by the server's clock, without a request; also each time that an answer
 * corrects the clock, and when the page becomes visible.
 * @param counts whether the component shows how much time is left
 */
export const useInstant = (at: Instant | null, { counts = false } = {}): void => {
  const [renders, render] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each render sets the next timer.
  useEffect(() => {
    const leftMs = at === null ? 0 : msUntil(at);
    if (leftMs === 0) return;
    const timer = setTimeout(render, Math.min(longestWaitMs, counts ? shownMs(leftMs) : leftMs));
    const stop = onServerTime(render);
    document.addEventListener('visibilitychange', render);
    return () => {
      clearTimeout(timer);
      stop();
      document.removeEventListener('visibilitychange', render);
    };
  }, [at, counts, renders]);
};
