import { setTimeout as sleep } from 'node:timers/promises';

/** The only source of the present time in the functions. */
export type Clock = () => Date;

/** How far the clock is ahead of the machine's, in milliseconds. Always 0 in the cloud. */
let shiftMs = 0;

export const systemClock: Clock = () => new Date(Date.now() + shiftMs);

/** Moves the clock of this process. Only the local system does. */
export const shiftClock = (ms: number): void => {
  shiftMs = ms;
};

/**
 * By how much a slow machine of a developer stretches the deadlines of requests, so that none is missed for the machine
 * alone. The cloud does not set it.
 */
const deadlineFactor = Math.max(1, Number(process.env.DEADLINE_FACTOR ?? 1));

/** The duration of a deadline, in milliseconds. */
export const stretched = (ms: number): number => ms * deadlineFactor;

/** Waits for a time in milliseconds. */
export type Pause = (ms: number) => Promise<void>;

export const systemPause: Pause = (ms) => sleep(ms);

/**
 * Waits for work that was started at once, like `Promise.all`, but an error is passed on only after all parts have ended: none
 * of them goes on after the caller has given up, or while it tries again.
 * @throws the first error, in the order of the parts
 */
export const allEnded = async <Result>(parts: readonly Promise<Result>[]): Promise<Result[]> =>
  (await Promise.allSettled(parts)).map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
