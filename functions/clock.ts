import { setTimeout as sleep } from 'node:timers/promises';

/** The one way to ask for "now" in the API; tests pass their own. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Waits so many milliseconds; tests pass their own. */
export type Pause = (ms: number) => Promise<void>;

export const systemPause: Pause = (ms) => sleep(ms);
