import { attendanceNames } from '#shared/domain/registers/attendance-names';
import type { PastRegister } from '#shared/schemas/register-admin';
import type { CsvColumn } from '../tables/csv-column.ts';

/** A child in a session. */
interface AttendanceRow {
  readonly date: PastRegister['date'];
  readonly child: PastRegister['children'][number];
}

/** One row for each session and child, by date. */
export const attendanceRows = (registers: readonly PastRegister[]): AttendanceRow[] =>
  registers
    .toReversed()
    .filter(({ state }) => state === 'on')
    .flatMap(({ date, children }) => children.map((child) => ({ date, child })));

export const attendanceColumns: readonly CsvColumn<AttendanceRow>[] = [
  { header: 'Date', value: ({ date }) => date },
  { header: 'Child Name', value: ({ child }) => child.name },
  { header: 'Type', value: ({ child }) => placeNames[child.kind] },
  { header: 'Attendance', value: ({ child }) => (child.attendance ? attendanceNames[child.attendance] : '') },
];

const placeNames: Readonly<Record<PastRegister['children'][number]['kind'], string>> = {
  full: 'Full',
  trial: 'Trial',
  'make-up': 'Make-up',
  left: 'Left',
};
