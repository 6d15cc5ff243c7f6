import * as z from 'zod/mini';
import { instantSchema } from './values.ts';

/** Why mail to an address is not sent: a permanent bounce, or a spam complaint by the recipient. */
export const emailProblemSchema = z.object({ kind: z.enum(['bounced', 'complained']), at: instantSchema });
export type EmailProblem = z.infer<typeof emailProblemSchema>;
