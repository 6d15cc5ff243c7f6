import * as z from 'zod/mini';
import { problemCodes } from './errors.ts';
import { problemBodySchema } from './problem-body.ts';

/** The body of every error answer. */
export const problemSchema = z.extend(problemBodySchema, { code: z.enum(problemCodes) });
export type Problem = z.infer<typeof problemSchema>;
