import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { bookingCount, isFull } from '#shared/domain/classes/capacity';
import { classTypeName, formatTimeRange } from '#shared/domain/text/format';
import { paths } from '#shared/paths';
import type { UpcomingSession } from './timetable-days.ts';

interface SessionBlocksProps {
  readonly sessions: readonly UpcomingSession[];
  /** A menu of actions of a session. */
  readonly sessionMenu: ((session: UpcomingSession) => ReactNode) | undefined;
}

/** Blocks of a cell before it is opened: a school with 200 classes has dozens at the same time. */
const firstBlocks = 4;

/** The sessions of one day that begin at the same time. */
export const SessionBlocks = ({ sessions, sessionMenu }: SessionBlocksProps) => {
  const [isOpen, setIsOpen] = useState(false);
  if (sessions.length === 0) return null;
  const hidden = isOpen || sessions.length <= firstBlocks + 1 ? 0 : sessions.length - firstBlocks;
  return (
    <ul>
      {sessions.slice(0, sessions.length - hidden).map((session) => (
        <li key={session.slot.id}>
          <SessionBlock {...session} />
          {sessionMenu?.(session)}
        </li>
      ))}
      {hidden > 0 && (
        <li>
          <button type="button" data-more onClick={() => setIsOpen(true)}>
            {hidden} more
          </button>
        </li>
      )}
    </ul>
  );
};

const SessionBlock = ({ cls, slot, session }: UpcomingSession) => {
  const isOn = session.state === 'on';
  const taken = Math.min(1, slot.current_bookings / slot.max_capacity);
  return (
    <Link
      to={paths.adminSlot(cls.id, slot.id)}
      data-programme={cls.class_type}
      data-cancelled={!isOn || undefined}
    >
      <strong>{classTypeName(cls.class_type)}</strong>
      <span data-venue>{cls.venue}</span>
      <span data-when>{formatTimeRange(slot)}</span>
      <span data-fill>
        {isOn ? `${bookingCount(slot)}/${slot.max_capacity}${isFull(slot) ? ' Full' : ''}` : 'Cancelled'}
      </span>
      {isOn && (
        <span data-bar aria-hidden>
          <span style={{ width: `${taken * 100}%` }} />
        </span>
      )}
    </Link>
  );
};
