import { addDays } from '#shared/lib/calendar';
import { dayMs } from '#shared/lib/durations';
import { formatLongDate, formatTime } from '#shared/lib/format';
import { namesOf } from '#shared/lib/names';
import { counted } from '#shared/lib/text';
import type { CalendarDate, Instant, WallTime } from '#shared/lib/values';
import { limits } from '#shared/limits';
import type { CoachSession, Mark } from '#shared/registers/register';
import type { UnsentMark } from './coach-store.ts';

export const dayText = (date: CalendarDate, today: CalendarDate): string => {
  const names = new Map([
    [addDays(today, -1), 'Yesterday'],
    [today, 'Today'],
    [addDays(today, 1), 'Tomorrow'],
  ]);
  const name = names.get(date);
  return name ? `${name}, ${formatLongDate(date)}` : formatLongDate(date);
};

/** "9 children, 1 trial, 2 with medical notes, 1 not coming". @param hasCards whether the rows show notes */
export const countsText = (
  {
    children,
    trials,
    medical_notes,
    not_coming,
  }: Pick<CoachSession, 'children' | 'trials' | 'medical_notes' | 'not_coming'>,
  hasCards = true,
): string =>
  [
    counted(children, 'child', 'children'),
    ...(trials > 0 ? [counted(trials, 'trial', 'trials')] : []),
    ...(hasCards && medical_notes > 0
      ? [counted(medical_notes, 'with a medical note', 'with medical notes')]
      : []),
    ...(not_coming > 0 ? [`${not_coming} not coming`] : []),
  ].join(', ');

export const progressText = (marked: number, children: number): string => {
  if (marked === 0) return 'Not started';
  return marked < children ? `${marked} of ${children} marked` : 'All marked';
};

type ClockOf = (instant: Instant) => { readonly time: WallTime };

/** "All sent", or "3 not sent, last contact 9:01 AM" (REG-07). */
export const sentText = (
  marks: readonly Pick<UnsentMark, 'refused'>[],
  lastContact: Instant | null,
  clockOf: ClockOf,
): string => {
  const waiting = marks.filter(({ refused }) => refused === null).length;
  const refused = marks.length - waiting;
  const contact = lastContact
    ? `last contact ${formatTime(clockOf(lastContact).time)}`
    : 'no contact in the last day';
  const texts = [
    ...(waiting > 0 ? [`${waiting} not sent`] : []),
    ...(refused > 0 ? [`${refused} not accepted`] : []),
  ];
  return texts.length === 0 ? 'All sent' : [...texts, contact].join(', ');
};

/** After that, a browser may remove what it stores (REG-05). */
export const waitsForADay = (
  marks: readonly { readonly refused: UnsentMark['refused']; readonly mark: Pick<Mark, 'at'> }[],
  now: Date,
): boolean =>
  marks.some(({ refused, mark }) => refused === null && now.getTime() - Date.parse(mark.at) >= dayMs);

export const refusalTexts: Readonly<Record<NonNullable<UnsentMark['refused']>, string>> = namesOf({
  'not-yours': 'This session is not one of yours any more. Please tell the school who came.',
  'too-early':
    'By the clock of this phone it was tapped before the register opened. Please set the clock, and tap again.',
  'too-late': 'It came after the end of the next day. Please tell the school who came.',
  'not-on-register': 'This child has no place in the session. Please tell the school.',
  'needs-reason': 'This register is closed. Open it again and give a reason.',
  'too-many': `A session has at most ${limits.unlistedPerSession} children who are on no list. Please tell the school.`,
  role: 'You are not a coach at the moment. Please tell the school who came.',
  unknown: 'The server could not read it. Please tell the school who came.',
});
