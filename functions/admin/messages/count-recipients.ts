import { toCalendarDate } from '#shared/domain/time/business-time';
import type { WritableAudience } from '#shared/schemas/message-input';
import { getActiveProfile } from '../../data/families/profiles.ts';
import { listAudience } from '../../data/messages/audience.ts';
import { listReaders } from '../../data/newsletter/readers.ts';
import type { AdminDeps } from '../deps.ts';

/** How many families or readers a message would go to now. */
export const countRecipients = async (
  audience: WritableAudience,
  { table, clock, timeZone }: Pick<AdminDeps, 'table' | 'clock' | 'timeZone'>,
): Promise<number> => {
  if (audience.kind === 'readers') return (await listReaders(table)).length;
  if (audience.kind === 'family') return (await getActiveProfile(table, audience.parent_id)) ? 1 : 0;
  return (await listAudience(table, audience, toCalendarDate(clock(), timeZone))).length;
};
