import { CalendarX2, MapPin } from 'lucide-react';
import { changeProblems } from '#shared/contract/change-problems';
import { fillText } from '#shared/contract/problem-text';
import { firstOverlap, overlapParams } from '#shared/domain/sessions/overlaps';
import { classTypeName, formatLongDate, formatTimeRange } from '#shared/domain/text/format';
import type { BookableSlot } from '#shared/schemas/bookable-slot';
import type { SessionTimes } from '#shared/schemas/booked-sessions';
import type { Child } from '#shared/schemas/child';
import { Notice } from '../../components/notice.tsx';

/** The session of another booking of a child that is at the time of one of these sessions (BSK-04). */
export const overlapOf = (
  { family_sessions }: BookableSlot,
  childId: string,
  sessions: readonly SessionTimes[],
) =>
  firstOverlap(
    sessions,
    family_sessions.filter(({ child_id }) => child_id === childId),
  );

/** The siblings who are at another venue at the time of one of these sessions, each with its first such session. */
const siblingsElsewhere = (
  bookable: BookableSlot,
  chosenIds: readonly string[],
  sessions: readonly SessionTimes[],
) => {
  const elsewhere = bookable.family_sessions.filter(({ venue }) => venue !== bookable.class.venue);
  return bookable.children
    .filter(({ id }) => !chosenIds.includes(id))
    .flatMap((sibling) => {
      const overlap = overlapOf({ ...bookable, family_sessions: elsewhere }, sibling.id, sessions);
      return overlap ? [{ sibling, overlap }] : [];
    });
};

interface OverlapNoticesProps {
  readonly bookable: BookableSlot;
  readonly child: Child;
  /** Those that are booked. */
  readonly sessions: readonly SessionTimes[];
  /** The children who are booked with it, and itself: where one of them is then, its own notice says. */
  readonly chosenIds: readonly string[];
}

/**
 * Says that the child has another session at the same time, which refuses the booking, or that a sibling is at another venue
 * then, which does not (BSK-04).
 */
export const OverlapNotices = ({ bookable, child, sessions, chosenIds }: OverlapNoticesProps) => {
  const overlap = overlapOf(bookable, child.id, sessions);
  if (overlap)
    return (
      <Notice tone="danger" icon={CalendarX2} overflowWrap="anywhere">
        {fillText(changeProblems.sessionsOverlap.text, overlapParams(child.name, bookable.class, overlap))}
      </Notice>
    );
  // Said once: for the first of several.
  if (chosenIds[0] !== child.id) return null;
  return siblingsElsewhere(bookable, chosenIds, sessions).map(({ sibling, overlap: { session, booked } }) => (
    <Notice key={sibling.id} tone="warning" icon={MapPin} overflowWrap="anywhere">
      {sibling.name} is somewhere else at the same time: on {formatLongDate(session.date)} at{' '}
      {booked.cls.venue} ({classTypeName(booked.cls.class_type)}, {formatTimeRange(booked)}).
    </Notice>
  ));
};
