import { CalendarX2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { bookingCount, byStartTime, isFull } from '#shared/classes/class';
import { addDays } from '#shared/lib/calendar';
import { classTypeName, formatLongDate, formatTime, weekdayName } from '#shared/lib/format';
import { sum } from '#shared/lib/money';
import type { CalendarDate } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { type Dashboard, dashboardDays } from '#shared/school/admin-routes';
import type { SlotSession, TimeSlot } from '#shared/sessions/slot';
import { css } from '#styled-system/css';
import { EmptyPitch } from '../../../components/badge.tsx';
import { tooltipAttribute } from '../../../components/tooltips.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { useMedia } from '../../../lib/browser/use-media.ts';
import { CancelDialog, choicesAbout, dayChoices, sessionChoice } from '../sessions/cancel-dialog.tsx';
import type { CancelChoice } from '../sessions/cancel-steps.tsx';
import styles from './timetable.module.css';

type UpcomingClass = Dashboard['upcoming'][number];

export interface UpcomingSession {
  readonly cls: UpcomingClass;
  readonly slot: TimeSlot;
  readonly session: SlotSession;
}

export interface TimetableDay {
  readonly date: CalendarDate;
  /** By start time, with cancelled sessions. */
  readonly sessions: readonly UpcomingSession[];
  readonly booked: number;
  readonly places: number;
}

const sessionsOfClass = (cls: UpcomingClass): UpcomingSession[] =>
  cls.sessions.flatMap((session) => {
    const slot = cls.time_slots.find(({ id }) => id === session.slot_id);
    return slot ? [{ cls, slot, session }] : [];
  });

export const timetableDays = (classes: readonly UpcomingClass[], today: CalendarDate): TimetableDay[] => {
  const all = classes.flatMap(sessionsOfClass).toSorted((one, other) => byStartTime(one.slot, other.slot));
  return Array.from({ length: dashboardDays }, (_, day) => {
    const date = addDays(today, day);
    const sessions = all.filter(({ session }) => session.date === date);
    const on = sessions.filter(({ session }) => session.state === 'on');
    return {
      date,
      sessions,
      booked: sum(on.map(({ slot }) => bookingCount(slot))),
      places: sum(on.map(({ slot }) => slot.max_capacity)),
    };
  });
};

interface DayChoiceProps {
  readonly days: readonly TimetableDay[];
  readonly shown: CalendarDate;
  readonly onChoose: (date: CalendarDate) => void;
}

const DayChoice = ({ days, shown, onChoose }: DayChoiceProps) => (
  <fieldset aria-label="Day" className={styles.dayChoice}>
    {days.map(({ date, sessions }) => (
      <button key={date} type="button" aria-pressed={date === shown} onClick={() => onChoose(date)}>
        <span>{weekdayName(date).slice(0, 3)}</span>
        <strong>{Number(date.slice(-2))}</strong>
        <span>{sessions.length || '·'}</span>
        {/* The name contains what is seen. */}
        <span className={css({ srOnly: true })}>
          {sessions.length === 1 ? ' session' : ' sessions'}, {formatLongDate(date)}
        </span>
      </button>
    ))}
  </fieldset>
);

interface SessionBlocksProps {
  readonly sessions: readonly UpcomingSession[];
  readonly sessionMenu: ((session: UpcomingSession) => ReactNode) | undefined;
}

/** The other blocks show when the cell is opened: a school with 200 classes has dozens at the same time. */
const firstBlocks = 8;

const SessionBlocks = ({ sessions, sessionMenu }: SessionBlocksProps) => {
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
      className={css({ colorPalette: `programme.${cls.class_type}` })}
      data-cancelled={!isOn || undefined}
    >
      <span data-when>{formatTime(slot.start_time)}</span>
      <strong>{classTypeName(cls.class_type)}</strong>
      <span data-venue>{cls.venue}</span>
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

interface TimetableMenus {
  readonly dayMenu?: ((day: TimetableDay) => ReactNode) | undefined;
  readonly sessionMenu?: ((session: UpcomingSession, day: TimetableDay) => ReactNode) | undefined;
}

interface TimetableProps extends TimetableMenus {
  readonly days: readonly TimetableDay[];
}

/** A narrower window cannot show a programme's name in seven columns. As in timetable.module.css. */
const narrow = 'screen and (width < 72rem)';

/** A column per day with its sessions by time. A narrow window shows one day. */
const Timetable = ({ days, dayMenu, sessionMenu }: TimetableProps) => {
  const isNarrow = useMedia(narrow);
  const firstBusy = days.find(({ sessions }) => sessions.length > 0);
  const [chosen, setChosen] = useState<CalendarDate>();
  if (!firstBusy) {
    return (
      <EmptyPitch>
        <Text fontSize="lg">No sessions in the next seven days</Text>
      </EmptyPitch>
    );
  }
  const shown = chosen ?? firstBusy.date;
  const columns = isNarrow ? days.filter(({ date }) => date === shown) : days;
  return (
    <>
      <DayChoice days={days} shown={shown} onChoose={setChosen} />
      <table aria-label="Timetable" className={styles.timetable}>
        <thead>
          <tr>
            {columns.map((day) => (
              <th key={day.date} scope="col">
                <DayHeading day={day} />
                {dayMenu?.(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {columns.map((day) => (
              <td key={day.date}>
                <SessionBlocks
                  sessions={day.sessions}
                  sessionMenu={sessionMenu && ((session) => sessionMenu(session, day))}
                />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </>
  );
};

const DayHeading = ({ day }: { readonly day: TimetableDay }) => (
  <>
    <abbr title={formatLongDate(day.date)}>
      {weekdayName(day.date).slice(0, 3)} {Number(day.date.slice(-2))}
    </abbr>
    {day.sessions.length > 0 && (
      <span data-places>
        {day.booked} of {day.places} places
      </span>
    )}
  </>
);

/** Offers to cancel a session, a day's sessions of a class, or everything at a venue on a day (CAN-02). */
export const CancellableTimetable = ({ days }: { readonly days: readonly TimetableDay[] }) => {
  const [choices, setChoices] = useState<readonly CancelChoice[]>();
  return (
    <>
      <Timetable
        days={days}
        dayMenu={(day) => <DayMenu day={day} onCancel={setChoices} />}
        sessionMenu={(session, day) => <SessionMenu session={session} day={day} onCancel={setChoices} />}
      />
      <CancelDialog of={choices} onClose={() => setChoices(undefined)} />
    </>
  );
};

interface DayMenuProps {
  readonly day: TimetableDay;
  readonly onCancel: (choices: readonly CancelChoice[]) => void;
}

export const DayMenu = ({ day, onCancel }: DayMenuProps) => {
  const choices = dayChoices(day.sessions);
  if (choices.length === 0) return null;
  return <CancelButton label={`Cancel… on ${formatLongDate(day.date)}`} onPress={() => onCancel(choices)} />;
};

interface CancelButtonProps {
  readonly label: string;
  readonly onPress: () => void;
}

const CancelButton = ({ label, onPress }: CancelButtonProps) => (
  <button type="button" data-cancel aria-label={label} {...{ [tooltipAttribute]: label }} onClick={onPress}>
    <CalendarX2 size="1.1rem" aria-hidden />
  </button>
);

export const SessionMenu = ({
  session,
  day,
  onCancel,
}: DayMenuProps & { readonly session: UpcomingSession }) => {
  const {
    cls,
    slot,
    session: { date, state },
  } = session;
  if (state === 'cancelled') return null;
  const label = `Cancel… ${sessionChoice(cls, slot, date).name}`;
  return <CancelButton label={label} onPress={() => onCancel(choicesAbout(session, day.sessions))} />;
};
