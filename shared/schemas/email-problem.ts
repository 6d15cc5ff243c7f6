import * as z from 'zod/mini';
import { instantSchema } from './values.ts';

/** Why mail to an address does no good: its mailbox takes none for good, or its reader reported it as unwanted. */
export const emailProblemSchema = z.object({ kind: z.enum(['bounced', 'complained']), at: instantSchema });
export type EmailProblem = z.infer<typeof emailProblemSchema>;
