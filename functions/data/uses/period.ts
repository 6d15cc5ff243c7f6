import { instantOf } from '#shared/domain/time/instant-of';
import type { Instant } from '#shared/schemas/values';

/** The period of a counter that a moment is in. Periods begin at multiples of their length since 1970. */
export interface Period {
  readonly start: Instant;
  /** When the counter may be deleted, in seconds since 1970: clocks differ, so that it outlives its period by another. */
  readonly expiresAt: number;
}

export const periodOf = (now: Date, seconds: number): Period => {
  const startMs = now.getTime() - (now.getTime() % (seconds * 1000));
  return { start: instantOf(new Date(startMs)), expiresAt: startMs / 1000 + 2 * seconds };
};
