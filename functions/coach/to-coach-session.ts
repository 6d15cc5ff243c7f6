import type { CoachSession, RegisterChild } from '#shared/schemas/register';
import type { OwnSession } from './own-sessions.ts';

const count = (children: readonly RegisterChild[], is: (child: RegisterChild) => boolean): number =>
  children.filter(is).length;

/** A session as a coach sees it in a list. A child that left is in no count. */
export const toCoachSession = (
  { cls, slot, date, session, times, isCover }: OwnSession,
  register: readonly RegisterChild[],
): CoachSession => {
  const children = register.filter(({ kind }) => kind !== 'left');
  const { opens_at, closes_at } = times;
  return {
    ...{ class_id: cls.id, slot_id: slot.id, date, opens_at, closes_at, is_cover: isCover },
    ...{ class_type: cls.class_type, venue: cls.venue, venue_details: cls.venue_details },
    ...{ start_time: slot.start_time, end_time: slot.end_time, state: session.state },
    reason: session.state === 'cancelled' ? session.reason : null,
    children: children.length,
    trials: count(children, ({ kind }) => kind === 'trial'),
    medical_notes: count(children, ({ card }) => card !== null && card.medical_conditions !== null),
    not_coming: count(children, ({ not_coming }) => not_coming),
    marked: count(children, ({ mark }) => mark !== null),
  };
};
