import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { bookingCount, isFull } from '#shared/classes/class';
import { classTypeName, formatTimeRange } from '#shared/lib/format';
import { listed } from '#shared/lib/text';
import { paths } from '#shared/paths';
import type { DayRegister } from '#shared/registers/admin-routes';
import { css } from '#styled-system/css';
import { Badge } from '../../../components/ui/badge.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { HStack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { ListRow } from '../notices.tsx';
import { progressOf } from '../registers/day-registers.tsx';
import { CancelDialog } from '../sessions/cancel-dialog.tsx';
import type { CancelChoice } from '../sessions/cancel-steps.tsx';
import { DayMenu, SessionMenu, type TimetableDay, type UpcomingSession } from './timetable.tsx';

interface TodayProps {
  readonly day: TimetableDay;
  readonly registers: readonly DayRegister[];
}

const late = { variant: 'solid', colorPalette: 'danger' } as const;

/** Each session has its places, its register and who is missing (DAY-01, REG-07). */
export const TodaySessions = ({ day, registers }: TodayProps) => {
  const [choices, setChoices] = useState<readonly CancelChoice[]>();
  const registerOf = new Map(registers.map((register) => [register.slot_id, register]));
  return (
    <Card.Root as="section" aria-labelledby="today">
      <Card.Header>
        <Card.Title id="today">Today</Card.Title>
        {day.sessions.length > 0 && (
          <HStack gap="4">
            <Link asChild>
              <RouterLink to={paths.coach}>Mark who came</RouterLink>
            </Link>
            <div className={cancelling}>
              <DayMenu day={day} onCancel={setChoices} />
            </div>
          </HStack>
        )}
      </Card.Header>
      <Card.Body pt="1">
        {day.sessions.length === 0 ? (
          <Text color="fg.muted">No sessions today</Text>
        ) : (
          <ul>
            {day.sessions.map((session) => (
              <TodayRow
                key={session.slot.id}
                session={session}
                day={day}
                register={registerOf.get(session.slot.id)}
                onCancel={setChoices}
              />
            ))}
          </ul>
        )}
      </Card.Body>
      <CancelDialog of={choices} onClose={() => setChoices(undefined)} />
    </Card.Root>
  );
};

interface TodayRowProps extends Pick<TodayProps, 'day'> {
  readonly session: UpcomingSession;
  readonly register: DayRegister | undefined;
  readonly onCancel: (choices: readonly CancelChoice[]) => void;
}

const TodayRow = ({ session, day, register, onCancel }: TodayRowProps) => {
  const { cls, slot } = session;
  const isOn = session.session.state === 'on';
  const progress = register && progressOf(register);
  return (
    <ListRow>
      <HStack gap="3" justify="space-between">
        <div>
          <Link asChild minHeight="0">
            <RouterLink to={paths.adminSlot(cls.id, slot.id)}>
              {formatTimeRange(slot)}: {classTypeName(cls.class_type)}, {cls.venue}
            </RouterLink>
          </Link>
          <HStack wrap="wrap" gap="1" columnGap="3" fontVariantNumeric="tabular-nums">
            {isOn ? (
              <Text color="fg.muted">
                {bookingCount(slot)}/{slot.max_capacity}
                {isFull(slot) && ' Full'}
              </Text>
            ) : (
              <Badge variant="solid" colorPalette="danger">
                Cancelled
              </Badge>
            )}
            {progress && <Badge {...(register.is_late && late)}>{progress}</Badge>}
            {register && register.absent.length > 0 && (
              <Text>Missing: {listed(register.absent.map(({ name }) => name))}</Text>
            )}
          </HStack>
        </div>
        <div className={cancelling}>
          <SessionMenu session={session} day={day} onCancel={onCancel} />
        </div>
      </HStack>
    </ListRow>
  );
};

const cancelling = css({
  '& > button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minWidth: 'touch',
    minHeight: 'touch',
    fontWeight: 'semibold',
    cursor: 'pointer',
    _hover: { color: 'danger.fg' },
  },
});
