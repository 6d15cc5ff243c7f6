import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { formatLongDate, formatTime } from '#shared/lib/format';
import { namesOf } from '#shared/lib/names';
import { listed } from '#shared/lib/text';
import { paths } from '#shared/paths';
import { type PastRegister, registerRoutes } from '#shared/registers/admin-routes';
import { attendanceNames, hasAttended } from '#shared/registers/register';
import type { TimeSlot } from '#shared/sessions/slot';
import { css } from '#styled-system/css';
import { LoadFailure } from '../../../components/loading.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { businessClock } from '../../../lib/time/today.ts';
import { CsvButton, type CsvColumn } from '../tables/csv.tsx';

interface AttendanceRow {
  readonly date: PastRegister['date'];
  readonly child: PastRegister['children'][number];
}

const attendanceRows = (registers: readonly PastRegister[]): AttendanceRow[] =>
  registers
    .toReversed()
    .filter(({ state }) => state === 'on')
    .flatMap(({ date, children }) => children.map((child) => ({ date, child })));

const attendanceColumns: readonly CsvColumn<AttendanceRow>[] = [
  { header: 'Date', value: ({ date }) => date },
  { header: 'Child Name', value: ({ child }) => child.name },
  { header: 'Type', value: ({ child }) => childKindNames[child.kind] },
  { header: 'Attendance', value: ({ child }) => (child.attendance ? attendanceNames[child.attendance] : '') },
];

const childKindNames: Readonly<Record<PastRegister['children'][number]['kind'], string>> = namesOf({
  full: 'Full',
  trial: 'Trial',
  'make-up': 'Make-up',
  left: 'Left',
});

export const PastRegisters = ({ slot }: { readonly slot: TimeSlot }) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Stack as="section" gap="4" aria-label="Past registers" _print={{ display: 'none' }}>
      <HStack wrap="wrap" justify="space-between" gap="3">
        <Heading size="md">Past Registers</Heading>
        <Button type="button" variant="outline" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide registers' : 'Show registers'}
        </Button>
      </HStack>
      {isOpen && <Registers slot={slot} />}
    </Stack>
  );
};

const Registers = ({ slot }: { readonly slot: TimeSlot }) => {
  const { data, isError, refetch } = useQuery(
    routeQuery(
      registerRoutes.listPastRegisters,
      { params: { classId: slot.class_id, slotId: slot.id } },
      'Failed to load the registers',
    ),
  );
  if (!data) return isError ? <LoadFailure onRetry={() => void refetch()} /> : <Skeleton height="40" />;
  const { registers } = data;
  if (registers.length === 0) return <Text color="fg.muted">No session has begun yet.</Text>;
  return (
    <>
      <Stack as="ul" gap="3">
        {registers.map((register) => (
          <li key={register.date}>
            <RegisterCard slot={slot} register={register} />
          </li>
        ))}
      </Stack>
      <HStack>
        <CsvButton
          name="attendance"
          columns={attendanceColumns}
          readRows={async () => attendanceRows(registers)}
        />
      </HStack>
    </>
  );
};

const sumOf = ({ children }: PastRegister): string => {
  const expected = children.filter(({ kind }) => kind !== 'left');
  const came = children.filter(({ attendance }) => attendance && hasAttended(attendance)).length;
  const unmarked = expected.filter(({ attendance }) => attendance === null).length;
  const open = unmarked > 0 ? `, ${unmarked} without a mark` : '';
  return `${came} of ${children.length} came${open}`;
};

interface RegisterCardProps {
  readonly slot: TimeSlot;
  readonly register: PastRegister;
}

const RegisterCard = ({ slot, register }: RegisterCardProps) => {
  const { date, state, children, unlisted } = register;
  return (
    <Card.Root>
      <Card.Body p="4">
        <details className={disclosure}>
          <summary>
            <strong>{formatLongDate(date)}</strong>
            <span>{state === 'cancelled' ? 'Cancelled' : sumOf(register)}</span>
          </summary>
          <ul>
            {children.map((child) => (
              <li key={`${child.parent_id} ${child.child_id}`}>
                <strong>{child.name}</strong>
                {child.kind === 'left' && ' (left)'}:{' '}
                {child.attendance ? attendanceNames[child.attendance] : 'No mark'}
                {child.marks.map((mark) => (
                  <Text
                    key={`${mark.at} ${mark.received_at} ${mark.attendance}`}
                    fontSize="sm"
                    color="fg.muted"
                  >
                    {historyText(mark)}
                  </Text>
                ))}
              </li>
            ))}
            {children.length === 0 && <li>Nobody had a place.</li>}
            {unlisted.length > 0 && <li>Not on the list: {listed(unlisted)}</li>}
          </ul>
          {state === 'on' && children.length > 0 && (
            <Link asChild>
              <RouterLink
                to={paths.coachRegister(slot.class_id, slot.id, date)}
                aria-label={`Correct the register of ${formatLongDate(date)}`}
              >
                Correct this register
              </RouterLink>
            </Link>
          )}
        </details>
      </Card.Body>
    </Card.Root>
  );
};

// "9:02 AM Present, by Ellie Watts (told on the phone)".
const historyText = ({
  attendance,
  at,
  by,
  reason,
}: PastRegister['children'][number]['marks'][number]): string => {
  const { time } = businessClock(at);
  return `${formatTime(time)} ${attendanceNames[attendance]}, by ${by ?? 'a deleted account'}${reason ? ` (${reason})` : ''}`;
};

const disclosure = css({
  '& summary': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '3',
    minHeight: 'touch',
    cursor: 'pointer',
  },
  '& ul': { listStyleType: 'none' },
  '& li': { py: '2', borderTopWidth: '1px', borderColor: 'border' },
});
