import { useWatch } from 'react-hook-form';
import { shownProblems } from '#shared/contract/shown-problems';
import { formatDate } from '#shared/lib/format';
import { counted } from '#shared/lib/text';
import { scheduledDates, type WeeklyRule, weeklyDates } from '#shared/sessions/sessions';
import { css } from '#styled-system/css';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { DateToggle, DateToggles } from '../notices.tsx';
import { enteredRule } from './class-form-values.ts';
import type { ClassForm } from './use-class-form.ts';

interface SkippedDatesProps {
  readonly form: ClassForm;
  readonly isBooked: boolean;
}

// "9 sessions, last on Jan 21, 2027".
const resultText = (rule: WeeklyRule): string => {
  const dates = weeklyDates(rule);
  const last = dates.at(-1);
  if (!last) return 'No session is left';
  return `${counted(dates.length, 'session', 'sessions')}, last on ${formatDate(last)}`;
};

/** A pressed date has no session (CAL-03). */
export const SkippedDates = ({ form, isBooked }: SkippedDatesProps) => {
  const [start_date, end_date, skipped_dates] = useWatch({
    control: form.control,
    name: ['start_date', 'end_date', 'skipped_dates'],
  });
  const rule = enteredRule({ start_date, end_date, skipped_dates });
  if (!rule) return null;
  const skipped = new Set<string>(rule.skipped_dates);
  const error = form.formState.errors.skipped_dates?.message;
  const toggle = (date: string) =>
    form.setValue(
      'skipped_dates',
      skipped.has(date)
        ? rule.skipped_dates.filter((other) => other !== date)
        : [...rule.skipped_dates, date].toSorted(),
      { shouldDirty: true, shouldValidate: form.formState.isSubmitted },
    );
  return (
    <fieldset className={css({ minWidth: '0' })}>
      <legend className={css({ fontWeight: 'bold', mb: '2' })}>Dates without a session</legend>
      <Stack gap="2">
        <DateToggles>
          {scheduledDates(rule).map((date) => (
            <li key={date}>
              <DateToggle
                type="button"
                aria-pressed={skipped.has(date)}
                disabled={isBooked}
                onClick={() => toggle(date)}
              >
                {formatDate(date)}
              </DateToggle>
            </li>
          ))}
        </DateToggles>
        <Text role="status" color="fg.muted">
          {resultText(rule)}
        </Text>
        {isBooked && <Text color="fg.muted">{shownProblems.datesBooked.text}</Text>}
        {error && (
          <Text role="alert" color="danger.fg" fontWeight="medium">
            {error}
          </Text>
        )}
      </Stack>
    </fieldset>
  );
};
