import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { type ReactNode, useState } from 'react';
import { formatLongDate, formatTime, weekdayName } from '#shared/domain/text/format';
import type { Dashboard } from '#shared/schemas/dashboard';
import type { CalendarDate } from '#shared/schemas/values';
import { EmptyPitch } from '../../../components/empty-pitch.tsx';
import { businessToday } from '../../../lib/time/today.ts';
import { DayChoice } from './day-choice.tsx';
import { SessionBlocks } from './session-blocks.tsx';
import { startTimes, type TimetableDay, timetableDays, type UpcomingSession } from './timetable-days.ts';
import { timetableStyles } from './timetable-styles.ts';

/** Menus of actions, rendered in the header of a day and in the block of a session. */
interface TimetableMenus {
  readonly dayMenu?: ((day: TimetableDay) => ReactNode) | undefined;
  readonly sessionMenu?: ((session: UpcomingSession, day: TimetableDay) => ReactNode) | undefined;
}

interface TimetableProps extends TimetableMenus {
  readonly classes: Dashboard['upcoming'];
}

/** Today and the next seven days: a column per day, a row per start time. A narrow window shows one day at a time. */
export const Timetable = ({ classes, dayMenu, sessionMenu }: TimetableProps) => {
  const days = timetableDays(classes, businessToday());
  const firstBusy = days.find(({ sessions }) => sessions.length > 0);
  const [chosen, setChosen] = useState<CalendarDate>();
  if (!firstBusy) {
    return (
      <EmptyPitch>
        <Text fontSize="lg">No sessions today and in the next seven days</Text>
      </EmptyPitch>
    );
  }
  const shown = chosen ?? firstBusy.date;
  return (
    <>
      <DayChoice days={days} shown={shown} onChoose={setChosen} />
      <chakra.table aria-label="Timetable" css={timetableStyles}>
        <thead>
          <tr>
            <td />
            {days.map((day, index) => (
              <th key={day.date} scope="col" data-shown={day.date === shown || undefined}>
                <DayHeading day={day} isToday={index === 0} />
                {dayMenu?.(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {startTimes(days).map((time) => (
            <tr key={time}>
              <th scope="row">{formatTime(time)}</th>
              {days.map((day) => (
                <td key={day.date} data-shown={day.date === shown || undefined}>
                  <SessionBlocks
                    sessions={day.sessions.filter(({ slot }) => slot.start_time === time)}
                    sessionMenu={sessionMenu && ((session) => sessionMenu(session, day))}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </>
  );
};

const DayHeading = ({ day, isToday }: { readonly day: TimetableDay; readonly isToday: boolean }) => (
  <>
    <abbr title={formatLongDate(day.date)}>
      {isToday ? 'Today' : weekdayName(day.date).slice(0, 3)} {Number(day.date.slice(-2))}
    </abbr>
    {day.sessions.length > 0 && (
      <span data-places>
        {day.booked} of {day.places} places
      </span>
    )}
  </>
);
