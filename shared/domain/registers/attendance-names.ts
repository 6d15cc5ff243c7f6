import type { Attendance } from '#shared/schemas/register';

/** The marks as people read them. */
export const attendanceNames: Readonly<Record<Attendance, string>> = {
  present: 'Present',
  late: 'Late',
  'left-early': 'Left early',
  absent: 'Absent',
};
