import type { Write } from './dynamo/keyed-request.ts';

/** Writes of other data functions for the same transaction. */
export type ExtraWrites = readonly Write[];
