import { setTimeout as sleep } from 'node:timers/promises';

/** The only source of the present time in the functions. */
export type Clock = () => Date;

/** Milliseconds ahead of the machine's clock. Always 0 in the cloud. */
let shiftMs = 0;

export const systemClock: Clock = () => new Date(Date.now() + shiftMs);

/** Only the local system moves the clock. */
export const shiftClock = (ms: number): void => {
  shiftMs = ms;
};

/** Stretches the deadlines of requests on a developer's slow machine. Not set in the cloud. */
const deadlineFactor = Math.max(1, Number(process.env.DEADLINE_FACTOR ?? 1));

export const stretched = (ms: number): number => ms * deadlineFactor;

export type Pause = (ms: number) => Promise<void>;

export const systemPause: Pause = (ms) => sleep(ms);

/** Works as `Promise.all`, but no part goes on after the caller gave up or tries again. @throws the first error, in order */
export const waitForAll = async <Result>(parts: readonly Promise<Result>[]): Promise<Result[]> =>
  (await Promise.allSettled(parts)).map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
