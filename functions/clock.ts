import { setTimeout as sleep } from 'node:timers/promises';

/** The only source of the present time in the functions. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Waits for a time in milliseconds. */
export type Pause = (ms: number) => Promise<void>;

export const systemPause: Pause = (ms) => sleep(ms);
