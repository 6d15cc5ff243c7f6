import * as z from 'zod/mini';

/** The issues of a schema with a value, each with its field if it has one; empty for a valid value. */
export const issuesOf = (schema: z.core.$ZodType, value: unknown): string[] =>
  (z.safeParse(schema, value).error?.issues ?? []).map(({ path, message }) =>
    path.length === 0 ? message : `${path.join('.')}: ${message}`,
  );
