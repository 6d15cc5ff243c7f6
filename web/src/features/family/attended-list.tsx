import { chakra } from '@chakra-ui/react/styled-system';
import { attendanceNames } from '#shared/domain/registers/attendance-names';
import { attendedText } from '#shared/domain/registers/attended';
import { formatLongDate } from '#shared/domain/text/format';
import type { MyBooking } from '#shared/schemas/my-bookings';
import { ListSummary } from './list-summary.tsx';

/** "Attended 6 of 7" with the dates; nothing before a session has a mark (REG-09). */
export const AttendedList = ({ attendance }: Pick<MyBooking, 'attendance'>) =>
  attendance.length > 0 && (
    <details>
      <ListSummary>{attendedText(attendance)}</ListSummary>
      <chakra.ul listStyleType="none" display="grid" gap="1.5" pt="1">
        {attendance.map((marked) => (
          <li key={marked.date}>
            {formatLongDate(marked.date)}: {attendanceNames[marked.attendance]}
          </li>
        ))}
      </chakra.ul>
    </details>
  );
