import type { Attendance } from '#shared/schemas/register';

/** Whether a mark says that the child was there, also late or for a part of the time. */
export const hasAttended = (attendance: Attendance): boolean => attendance !== 'absent';

/** "Attended 6 of 7": of the sessions with a mark, those in which the child was (REG-09). */
export const attendedText = (marked: readonly { readonly attendance: Attendance }[]): string =>
  `Attended ${marked.filter(({ attendance }) => hasAttended(attendance)).length} of ${marked.length}`;
