import type { Instant } from '#shared/schemas/values';
import { sendLeaseLifetimeSeconds } from '../../../limits.ts';

/**
 * Whether what causes an email is so old that none is sent for it, of any kind. Its send lease would have expired, so that
 * nothing else tells whether the email was sent: an item that is put back from a backup is a new item in the stream.
 */
export const isTooOld = (causedAt: Instant, now: Date): boolean =>
  now.getTime() - Date.parse(causedAt) > sendLeaseLifetimeSeconds * 1_000;
