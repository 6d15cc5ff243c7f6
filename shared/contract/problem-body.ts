import * as z from 'zod/mini';

/** An invalid input: its path (`amount`, `children.0.name`) and what to do. */
const fieldIssueSchema = z.object({ field: z.string(), message: z.string() });
export type FieldIssue = z.infer<typeof fieldIssueSchema>;

/** The body of every error answer (RFC 9457) besides its code. `request_id` identifies the request in the logs. */
export const problemBodySchema = z.object({
  type: z.string(),
  status: z.int(),
  detail: z.string(),
  request_id: z.optional(z.string()),
  issues: z.optional(z.array(fieldIssueSchema)),
});

/** Media type of problem details (RFC 9457). */
export const problemContentType = 'application/problem+json';
