import { HStack, Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { adminRoutes } from '#shared/contract/admin-routes';
import { attendanceNames } from '#shared/domain/registers/attendance-names';
import { hasAttended } from '#shared/domain/registers/attended';
import { formatLongDate, formatTime } from '#shared/domain/text/format';
import { listed } from '#shared/domain/text/listed';
import { paths } from '#shared/paths';
import type { PastRegister } from '#shared/schemas/register-admin';
import type { TimeSlot } from '#shared/schemas/slot';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { businessClock } from '../../../lib/time/today.ts';
import { CsvButton } from '../tables/csv-button.tsx';
import { attendanceColumns, attendanceRows } from './attendance-csv.ts';

/** The registers of a slot's sessions that have begun; they are read when they are opened (REG-09). */
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
      adminRoutes.listPastRegisters,
      { params: { classId: slot.class_id, slotId: slot.id } },
      'Failed to load the registers',
    ),
  );
  if (!data) return isError ? <LoadFailure onRetry={() => void refetch()} /> : <Skeleton height="40" />;
  const { registers } = data;
  if (registers.length === 0) return <Text color="fg.muted">No session has begun yet.</Text>;
  return (
    <>
      <Stack as="ul" gap="3" listStyleType="none">
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

/** "6 of 7 came, 1 without a mark". */
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
    <Card p="4">
      <Disclosure>
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
          <TextLink asChild>
            <Link
              to={paths.coachRegister(slot.class_id, slot.id, date)}
              aria-label={`Correct the register of ${formatLongDate(date)}`}
            >
              Correct this register
            </Link>
          </TextLink>
        )}
      </Disclosure>
    </Card>
  );
};

/** "9:02 AM Present, by Ellie Watts (told on the phone)". */
const historyText = ({
  attendance,
  at,
  by,
  reason,
}: PastRegister['children'][number]['marks'][number]): string => {
  const { time } = businessClock(at);
  return `${formatTime(time)} ${attendanceNames[attendance]}, by ${by ?? 'a deleted account'}${reason ? ` (${reason})` : ''}`;
};

const Disclosure = chakra('details', {
  base: {
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
  },
});
