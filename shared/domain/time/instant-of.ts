import { type Instant, instantSchema } from '#shared/schemas/values';

/** A moment as it is stored and sent. */
export const instantOf = (moment: Date): Instant => instantSchema.parse(moment.toISOString());
