import { useQueryClient } from '@tanstack/react-query';
import { sessionsToCome } from '#shared/booking/booked-sessions';
import type { MyBooking, MyBookings } from '#shared/booking/booking-input';
import { familyRoutes } from '#shared/contract/family-routes';
import { formatDay, formatLongDate, formatTime, formatTimeRange, weekdayName } from '#shared/lib/format';
import { counted } from '#shared/lib/text';
import type { CalendarDate } from '#shared/lib/values';
import { attendanceNames, attendedText } from '#shared/registers/register';
import { hasBegun } from '#shared/sessions/sessions';
import { css } from '#styled-system/css';
import { CancelledSession, NotComingButton } from '../../../components/session-notes.tsx';
import { HStack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { bookingsQuery } from '../../../lib/api/family-queries.ts';
import { readAgain } from '../../../lib/api/read-again.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { useBusinessNow } from '../../../lib/time/today.ts';
import { type ShownSession, shownSessions } from './next-session.ts';

/** "Attended 6 of 7" with the dates; nothing before a session has a mark (REG-09). */
export const AttendedList = ({ attendance }: Pick<MyBooking, 'attendance'>) =>
  attendance.length > 0 && (
    <details>
      <summary className={summary}>{attendedText(attendance)}</summary>
      <ul className={list}>
        {attendance.map((marked) => (
          <li key={marked.date}>
            {formatLongDate(marked.date)}: {attendanceNames[marked.attendance]}
          </li>
        ))}
      </ul>
    </details>
  );

const summary = css({ py: '2', color: 'brand.fg', cursor: 'pointer', fontWeight: 'semibold' });
const list = css({ display: 'grid', gap: '1.5', pt: '1', listStyleType: 'none' });

interface Answer {
  readonly date: CalendarDate;
  readonly not_coming: boolean;
}

const withAnswer = (booking: MyBooking, { date, not_coming }: Answer): MyBooking => {
  const others = booking.not_coming.filter((other) => other !== date);
  return { ...booking, not_coming: not_coming ? [...others, date].toSorted() : others };
};

const useNotComing = ({ id, time_slot_id, child_id }: MyBooking) => {
  const queryClient = useQueryClient();
  return useSubmission({
    send: (answer: Answer) =>
      callRoute(familyRoutes.setNotComing, {
        params: { bookingId: id },
        body: { time_slot_id, child_id, ...answer },
      }),
    failure: 'The coach could not be told. Please try again.',
    // The bookings are not read again: they come from an index, which may be behind.
    onDone: (_, answer) =>
      queryClient.setQueryData<MyBookings>(
        bookingsQuery.queryKey,
        (known) =>
          known && {
            ...known,
            bookings: known.bookings.map((booking) =>
              booking.id === id ? withAnswer(booking, answer) : booking,
            ),
          },
      ),
    onFailed: () => readAgain(queryClient, familyRoutes.listMyBookings),
  });
};

/** With cancelled and make-up sessions (CAN-13). A family can say for each coming one that the child is absent (ABS-01). */
export const BookedSessionsList = ({ booking }: { readonly booking: MyBooking }) => {
  const sessions = shownSessions(booking);
  const cancelled = sessions.filter(({ session }) => session.state === 'cancelled').length;
  return (
    <details>
      <summary className={summary}>
        {counted(sessions.length, 'session', 'sessions')}
        {cancelled > 0 && `, ${cancelled} cancelled`}
      </summary>
      <ul className={list}>
        {sessions.map((shown) => (
          <li key={`${shown.session.date} ${shown.slot.id}`}>
            {shown.session.state === 'cancelled' ? (
              <CancelledSession {...shown.session} />
            ) : (
              <SessionOn booking={booking} shown={shown} />
            )}
          </li>
        ))}
      </ul>
    </details>
  );
};

interface SessionOnProps {
  readonly booking: MyBooking;
  readonly shown: ShownSession;
}

const SessionOn = ({ booking, shown: { session, slot } }: SessionOnProps) => {
  const moment = useBusinessNow();
  const { submit } = useNotComing(booking);
  const { date } = session;
  const isNotComing = booking.not_coming.includes(date);
  const isOver = hasBegun(date, slot, moment);
  return (
    <HStack wrap="wrap" justify="space-between" columnGap="4" rowGap="1">
      <Text>
        {formatLongDate(date)}
        {slot.id !== booking.time_slot.id && `, ${formatTimeRange(slot)}`}
        {isOver && isNotComing && ', not coming'}
      </Text>
      {!isOver && (
        <NotComingButton
          child={booking.child_name}
          date={date}
          isNotComing={isNotComing}
          onChange={(not_coming) => submit({ date, not_coming })}
        />
      )}
    </HStack>
  );
};

interface NextOfBookingProps {
  readonly booking: MyBooking;
  readonly isShort?: boolean;
  readonly isTextOnly?: boolean;
}

export const NextOfBooking = ({ booking, isShort = false, isTextOnly = false }: NextOfBookingProps) => {
  const moment = useBusinessNow();
  const { submit } = useNotComing(booking);
  const { time_slot, earlier_times, child_name, not_coming } = booking;
  const [next] = sessionsToCome(time_slot.class, booking, [time_slot, ...earlier_times], moment);
  if (!next) return null;
  const { date } = next.session;
  const day = `${weekdayName(date).slice(0, 3)}, ${formatDay(date)}`;
  return (
    // On a short card the button stays beside the text, which wraps.
    <HStack wrap={isShort ? 'nowrap' : 'wrap'} justify="space-between" columnGap="4" rowGap="1">
      {isShort ? (
        <Text>
          Next: <strong>{day}</strong>, {formatTime(next.slot.start_time)}
        </Text>
      ) : (
        <Text>
          Next: <strong>{formatLongDate(date)}</strong>
        </Text>
      )}
      {!isTextOnly && (
        <NotComingButton
          child={child_name}
          date={date}
          isNotComing={not_coming.includes(date)}
          onChange={(isNotComing) => submit({ date, not_coming: isNotComing })}
        />
      )}
    </HStack>
  );
};
