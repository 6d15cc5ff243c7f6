import { chakra } from '@chakra-ui/react/styled-system';
import { counted } from '#shared/domain/text/counted';
import { formatLongDate, weekdayName } from '#shared/domain/text/format';
import type { CalendarDate } from '#shared/schemas/values';
import type { TimetableDay } from './timetable-days.ts';
import { allDays } from './timetable-styles.ts';

interface DayChoiceProps {
  readonly days: readonly TimetableDay[];
  readonly shown: CalendarDate;
  readonly onChoose: (date: CalendarDate) => void;
}

/** Chooses the day that a narrow window shows. */
export const DayChoice = ({ days, shown, onChoose }: DayChoiceProps) => (
  <Group role="group" aria-label="Day">
    {days.map(({ date, sessions }, index) => (
      <button
        key={date}
        type="button"
        aria-pressed={date === shown}
        aria-label={`${index === 0 ? 'Today, ' : ''}${formatLongDate(date)}, ${counted(sessions.length, 'session', 'sessions')}`}
        onClick={() => onChoose(date)}
      >
        <span>{index === 0 ? 'Today' : weekdayName(date).slice(0, 3)}</span>
        <strong>{Number(date.slice(-2))}</strong>
        <span>{sessions.length || '·'}</span>
      </button>
    ))}
  </Group>
);

const Group = chakra('div', {
  base: {
    display: 'grid',
    [allDays]: { display: 'none' },
    gridTemplateColumns: 'repeat(8, minmax(0, 1fr))',
    gap: '1',
    '& button': {
      display: 'grid',
      justifyItems: 'center',
      py: '1.5',
      minHeight: 'touch',
      borderRadius: 'md',
      borderWidth: '1px',
      borderColor: 'border',
      bg: 'bg.surface',
      fontSize: '0.75rem',
      lineHeight: 'heading',
      cursor: 'pointer',
    },
    '& strong': { fontSize: 'md' },
    '& button[aria-pressed=true]': { bg: 'brand.solid', color: 'brand.contrast', borderColor: 'brand.solid' },
    _print: { display: 'none' },
  },
});
