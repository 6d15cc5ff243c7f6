import type { UserId } from '#shared/schemas/ids';
import { getManagedClass } from '../../data/classes/managed-classes.ts';
import { listCovers } from '../../data/coaches/covers.ts';
import { readCoachIds } from '../../data/coaches/session-coaches.ts';
import { coachingChangedEmail } from '../../lib/email/templates/coaching-changed.ts';
import type { Prepare } from './prepared.ts';
import { toFamilies } from './to-families.ts';

/**
 * Tells each coach of one change, once (COA-02). It is left out for who has lost the role since, and where a later change took
 * it back: that one has a message of its own.
 */
export const prepareCoachingChanged: Prepare<'coaching-changed'> = async (
  { audience, facts },
  { table, siteUrl },
) => {
  const { session, assigned, removed, kept } = facts;
  const recipients = [...assigned, ...removed, ...kept];
  return toFamilies(recipients, { table }, async () => {
    const [coaches, cls, covers] = await Promise.all([
      readCoachIds(table),
      getManagedClass(table, audience.class_id),
      session ? listCovers(table, session.date) : [],
    ]);
    const cover = covers.find(({ slot_id, date }) => slot_id === session?.slot_id && date === session.date);
    const isGone = !cls || cls.deleting;
    const present: readonly UserId[] = isGone ? [] : ((session ? cover : cls)?.coach_ids ?? []);
    return ({ id }) => {
      if (!coaches.has(id)) return undefined;
      if (assigned.includes(id))
        return present.includes(id) ? coachingChangedEmail('assigned', facts, siteUrl) : undefined;
      if (removed.includes(id))
        return present.includes(id) ? undefined : coachingChangedEmail('removed', facts, siteUrl);
      return coachingChangedEmail('kept', facts, siteUrl);
    };
  });
};
