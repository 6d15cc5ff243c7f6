import { CalendarX2 } from 'lucide-react';
import { useState } from 'react';
import { formatLongDate } from '#shared/domain/text/format';
import type { Dashboard } from '#shared/schemas/dashboard';
import { tooltipAttribute } from '../../../components/tooltip-attribute.ts';
import { choicesAbout, dayChoices, sessionChoice } from '../sessions/cancel-choices.ts';
import { type CancelChoice, CancelDialog } from '../sessions/cancel-dialog.tsx';
import { Timetable } from './timetable.tsx';
import type { TimetableDay, UpcomingSession } from './timetable-days.ts';

/** The timetable, of which a session, all of a class or everything at a venue can be cancelled for a day (CAN-02). */
export const CancellableTimetable = ({ classes }: { readonly classes: Dashboard['upcoming'] }) => {
  const [choices, setChoices] = useState<readonly CancelChoice[]>([]);
  return (
    <>
      <Timetable
        classes={classes}
        dayMenu={(day) => <DayMenu day={day} onCancel={setChoices} />}
        sessionMenu={(session, day) => <SessionMenu session={session} day={day} onCancel={setChoices} />}
      />
      <CancelDialog choices={choices} onClose={() => setChoices([])} />
    </>
  );
};

interface DayMenuProps {
  readonly day: TimetableDay;
  readonly onCancel: (choices: readonly CancelChoice[]) => void;
}

const DayMenu = ({ day, onCancel }: DayMenuProps) => {
  const choices = dayChoices(day.sessions);
  if (choices.length === 0) return null;
  return (
    <button
      type="button"
      data-more
      aria-label={`Cancel… on ${formatLongDate(day.date)}`}
      onClick={() => onCancel(choices)}
    >
      Cancel…
    </button>
  );
};

const SessionMenu = ({ session, day, onCancel }: DayMenuProps & { readonly session: UpcomingSession }) => {
  const {
    cls,
    slot,
    session: { date, state },
  } = session;
  if (state === 'cancelled') return null;
  const label = `Cancel… ${sessionChoice(cls, slot, date).name}`;
  return (
    <button
      type="button"
      data-cancel
      aria-label={label}
      {...{ [tooltipAttribute]: label }}
      onClick={() => onCancel(choicesAbout(session, day.sessions))}
    >
      <CalendarX2 size="1.1rem" aria-hidden />
    </button>
  );
};
