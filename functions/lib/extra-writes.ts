import type { Write } from './dynamo/keyed-request.ts';

export type ExtraWrites = readonly Write[];
