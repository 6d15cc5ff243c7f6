import type { Write } from './dynamo/keyed-request.ts';

/** Writes that other data functions made, for the transaction of the function that takes them. */
export type ExtraWrites = readonly Write[];
