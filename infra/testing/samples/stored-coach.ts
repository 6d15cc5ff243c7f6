import { beginCoachGrant, endCoachGrant } from '#functions/data/coaches/coaches';
import type { Table } from '#functions/data/table';
import { instantOf } from '#shared/domain/time/instant-of';
import type { Family } from '#shared/schemas/profile';
import { type sampleFamily, sampleNow } from './samples.ts';
import { storedFamily } from './stored-family.ts';

/** Stores an account with the role coach, without its sign-in. */
export const storedCoach = async (
  table: Table,
  ...options: Parameters<typeof sampleFamily>
): Promise<Family> => {
  const family = await storedFamily(table, ...options);
  const at = instantOf(sampleNow);
  await beginCoachGrant(table, family.profile.id, { at, settledBefore: at }, []);
  await endCoachGrant(table, family.profile.id, at);
  return family;
};
