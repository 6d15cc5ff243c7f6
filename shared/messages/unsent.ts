import * as z from 'zod/mini';
import { namesOf } from '#shared/lib/names';

export const stopCauses = ['quota', 'sandbox', 'paused', 'identity', 'credentials', 'unavailable'] as const;
export const stopCauseSchema = z.enum(stopCauses);
export type StopCause = z.infer<typeof stopCauseSchema>;

/** For the office and for whoever gets the alarm. */
export const stopTexts: Readonly<Record<StopCause, string>> = namesOf({
  quota: 'the quota of the day is used up',
  sandbox: 'SES is in its sandbox, where it takes verified addresses only',
  paused: 'SES has paused sending',
  identity: 'SES has lost the identity of the sender',
  credentials: 'SES refuses the credentials or the permission to send',
  unavailable: 'SES does not answer',
});

const notSentCauses = [
  ...stopCauses,
  /** SES takes no more per second. */
  'busy',
  /** SES refuses this email, such as for its address. */
  'refused',
  'failed',
  'unknown',
  /** The email is of no use any more. */
  'too-late',
] as const;
export const notSentCauseSchema = z.enum(notSentCauses);
export type NotSentCause = z.infer<typeof notSentCauseSchema>;

export const isStopCause = (cause: NotSentCause): cause is StopCause =>
  stopCauseSchema.safeParse(cause).success;
