import * as z from 'zod/mini';

/** The messages with which a schema refuses a value, each with its field where it has one; empty when it takes it. */
export const issuesOf = (schema: z.core.$ZodType, value: unknown): string[] =>
  (z.safeParse(schema, value).error?.issues ?? []).map(({ path, message }) =>
    path.length === 0 ? message : `${path.join('.')}: ${message}`,
  );
