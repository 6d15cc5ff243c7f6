import type { Pause } from '../clock.ts';

/** Waits for one's turn: turns follow each other at a rate. */
export type Pacer = () => Promise<void>;

interface PacerDeps {
  readonly mailsPerSecond: number;
  readonly elapsed: () => number;
  readonly pause: Pause;
}

/** Turns at a constant rate for all callers. Time that passed without a turn is not made up for. */
export const createPacer = ({ mailsPerSecond, elapsed, pause }: PacerDeps): Pacer => {
  const intervalMs = 1_000 / mailsPerSecond;
  let nextAt = elapsed();
  return async () => {
    const turnAt = Math.max(nextAt, elapsed());
    nextAt = turnAt + intervalMs;
    const waitMs = turnAt - elapsed();
    if (waitMs > 0) await pause(waitMs);
  };
};
