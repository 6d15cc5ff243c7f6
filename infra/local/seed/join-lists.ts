import { listClasses } from '#functions/data/classes/classes';
import { ProblemError } from '#functions/lib/http/problem-error';
import { joinList } from '#functions/lib/waiting/join-list';
import type { TimedDeps } from '#functions/timed-deps';
import { isFull } from '#shared/domain/classes/capacity';
import { nextUpcomingDate } from '#shared/domain/sessions/sessions';
import { businessMoment } from '#shared/domain/time/business-time';
import { idempotencyKeySchema } from '#shared/schemas/ids';
import type { Family } from '#shared/schemas/profile';

/** Families that wait for a place of each full slot; the last one for places of all its children together. */
const waitingFamilies = 3;

/** Joins a list. @returns whether the family joined: not where one of the children is booked */
const join = (joining: Parameters<typeof joinList>[0], deps: TimedDeps): Promise<boolean> =>
  joinList(joining, deps).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ProblemError && error.code === 'alreadyBooked') return false;
      throw error;
    },
  );

/** Lets families join the waiting lists of the full slots that have sessions to come. */
export const joinLists = async (families: readonly Family[], deps: TimedDeps): Promise<void> => {
  const moment = businessMoment(deps.clock(), deps.timeZone);
  const withChildren = families.filter(({ children }) => children.length > 0);
  for (const cls of await listClasses(deps.table)) {
    const full = cls.time_slots.filter(
      (slot) => isFull(slot) && nextUpcomingDate(cls, slot, moment) !== null,
    );
    for (const slot of full) {
      let joined = 0;
      for (const { profile, children } of withChildren) {
        if (joined === waitingFamilies) break;
        const waiting = joined === waitingFamilies - 1 ? children : children.slice(0, 1);
        const child_ids = waiting.map(({ id }) => id);
        const isJoined = await join(
          {
            parentId: profile.id,
            by: 'admin',
            order: { class_id: cls.id, time_slot_id: slot.id, child_ids },
            attempt: idempotencyKeySchema.parse(`${slot.id}-${joined}`),
          },
          deps,
        );
        if (isJoined) joined += 1;
      }
    }
  }
};
