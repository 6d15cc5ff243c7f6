import { toCalendarDate } from '#shared/domain/time/business-time';
import type { Child } from '#shared/schemas/child';
import type { FootballClass } from '#shared/schemas/class';
import type { UserId } from '#shared/schemas/ids';
import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate } from '#shared/schemas/values';
import { recordView } from '../data/card-views/card-views.ts';
import { cardViewUnrecorded, log } from '../log.ts';
import type { TimedDeps } from '../timed-deps.ts';
import type { Caller } from './http/caller.ts';

/** A child whose card an answer shows. */
interface ShownChild {
  readonly parent_id: UserId;
  readonly child_id: Child['id'];
}

interface ShownSession {
  readonly cls: Pick<FootballClass, 'class_type' | 'venue'>;
  readonly slot: Pick<TimeSlot, 'id' | 'start_time' | 'end_time'>;
  /** Null for a roster, which is of all dates of its slot. */
  readonly date: CalendarDate | null;
}

/**
 * Records that the caller reads the cards of children, before the answer is given (SEE-01): its own children are left out.
 * @param where the session, or the family whose page is read
 * @throws what the write throws: then nothing may be shown
 */
export const recordCardView = async (
  { table, clock, timeZone }: TimedDeps,
  { userId, role }: Pick<Caller, 'userId' | 'role'>,
  where: ShownSession | { readonly parentId: UserId },
  children: readonly ShownChild[],
): Promise<void> => {
  const others = children.filter(({ parent_id }) => parent_id !== userId);
  const isFamily = 'parentId' in where;
  await recordView(table, isFamily ? where.parentId : where.slot.id, {
    viewer_id: userId,
    role,
    day: toCalendarDate(clock(), timeZone),
    child_ids: new Set(others.map(({ child_id }) => child_id)),
    session: isFamily
      ? null
      : {
          ...{ class_type: where.cls.class_type, venue: where.cls.venue },
          ...{ start_time: where.slot.start_time, end_time: where.slot.end_time, date: where.date },
        },
  });
};

/**
 * The same for a register around its session, of its coaches and of an administrator who stands in for them (COA-06): it is
 * shown although the view could not be recorded, since a child's safety comes first. An alarm counts these.
 */
export const recordRegisterView = async (...view: Parameters<typeof recordCardView>): Promise<void> => {
  try {
    await recordCardView(...view);
  } catch (error) {
    log.error(cardViewUnrecorded, error);
  }
};
