import { toCalendarDate } from '#shared/domain/time/business-time';
import { listAudience } from '../../lib/audience.ts';
import { writtenMessageEmail } from '../../lib/email/templates/written-message.ts';
import type { Prepare } from './prepared.ts';
import { toFamilies } from './to-families.ts';

/** What an administrator wrote to families about their bookings. */
export const prepareBroadcast: Prepare<'broadcast'> = async ({ audience, facts, created_at }, deps) => {
  // The audience of the day it was written: a class that has ended since was not over then.
  const day = toCalendarDate(new Date(created_at), deps.timeZone);
  const email = writtenMessageEmail(facts, deps.siteUrl);
  return toFamilies(await listAudience(deps.table, audience, day), deps, () => () => email);
};
