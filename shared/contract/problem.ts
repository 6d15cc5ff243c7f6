import * as z from 'zod/mini';
import { problemCodes } from './errors.ts';

/** An invalid input: its path (`amount`, `children.0.name`) and what to do. */
const fieldIssueSchema = z.object({ field: z.string(), message: z.string() });
export type FieldIssue = z.infer<typeof fieldIssueSchema>;

/** The body of every error answer (RFC 9457). `request_id` identifies the request in the logs. */
export const problemSchema = z.object({
  type: z.string(),
  status: z.int(),
  code: z.enum(problemCodes),
  detail: z.string(),
  request_id: z.optional(z.string()),
  issues: z.optional(z.array(fieldIssueSchema)),
});
export type Problem = z.infer<typeof problemSchema>;
