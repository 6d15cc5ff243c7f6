import { HStack, Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useState } from 'react';
import type { BusinessMoment } from '#shared/domain/business-time';
import { daysBetween } from '#shared/domain/calendar';
import { formatDate, weekdayName } from '#shared/domain/format';
import { hasBegun, nextUpcomingDate, type Session, sessionsOf } from '#shared/domain/sessions';
import { policies } from '#shared/policies';
import type { CancellationTarget } from '#shared/schemas/cancellation';
import type { ManagedClass } from '#shared/schemas/class-input';
import { cancellationReasonNames } from '#shared/schemas/session';
import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate } from '#shared/schemas/values';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Heading } from '../../../components/heading.tsx';
import { businessNow } from '../../../lib/time/today.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { RestoreDialog } from './restore-dialog.tsx';

interface SessionRowProps {
  readonly cls: ManagedClass;
  readonly slot: TimeSlot;
}

type Phase = 'past' | 'markable' | 'next' | 'coming';

const phaseOf = (
  { date }: Session,
  slot: TimeSlot,
  next: CalendarDate | null,
  moment: BusinessMoment,
): Phase => {
  if (!hasBegun(date, slot, moment)) return date === next ? 'next' : 'coming';
  return daysBetween(date, moment.today) > policies.cancelledSession.markableDays ? 'past' : 'markable';
};

/** The sessions of a slot as a row of dates, with their actions (CAN-01). */
export const SessionRow = ({ cls, slot }: SessionRowProps) => {
  const [cancelling, setCancelling] = useState<CancellationTarget>();
  const [restoring, setRestoring] = useState<CalendarDate>();
  const moment = businessNow();
  const next = nextUpcomingDate(cls, slot, moment);
  const key = { class_id: cls.id, slot_id: slot.id };
  return (
    <Stack gap="3" _print={{ display: 'none' }}>
      <Heading size="md">Sessions</Heading>
      <Row aria-label="Sessions">
        {sessionsOf(cls, slot).map((session) => (
          <SessionCard
            key={session.date}
            session={session}
            phase={phaseOf(session, slot, next, moment)}
            onCancel={() => setCancelling({ kind: 'session', ...key, date: session.date })}
            onRestore={() => setRestoring(session.date)}
          />
        ))}
      </Row>
      <CancelDialog target={cancelling} onClose={() => setCancelling(undefined)} />
      <RestoreDialog
        session={restoring && { ...key, date: restoring }}
        onClose={() => setRestoring(undefined)}
      />
    </Stack>
  );
};

interface SessionCardProps {
  readonly session: Session;
  readonly phase: Phase;
  readonly onCancel: () => void;
  readonly onRestore: () => void;
}

const SessionCard = ({ session, phase, onCancel, onRestore }: SessionCardProps) => {
  const { date, kind } = session;
  const isCancelled = session.state === 'cancelled';
  const isPast = phase === 'past' || phase === 'markable';
  return (
    <Card data-past={isPast || undefined}>
      <Text fontWeight="bold" fontVariantNumeric="tabular-nums">
        {isCancelled ? <del>{formatDate(date)}</del> : formatDate(date)}
      </Text>
      <Text fontSize="sm" color="fg.muted">
        {weekdayName(date)}
      </Text>
      <HStack gap="1" wrap="wrap">
        {phase === 'next' && <Badge variant="accent">Next</Badge>}
        {kind === 'extra' && <Badge>Extra</Badge>}
        {isCancelled && <Badge variant="danger">Cancelled: {cancellationReasonNames[session.reason]}</Badge>}
      </HStack>
      {!isCancelled && phase !== 'past' && (
        <Button type="button" variant="outline" size="compact" mt="auto" onClick={onCancel}>
          {isPast ? 'Did not take place' : 'Cancel session'}
        </Button>
      )}
      {isCancelled && !isPast && (
        <Button type="button" variant="outline" size="compact" mt="auto" onClick={onRestore}>
          Bring it back
        </Button>
      )}
    </Card>
  );
};

const Row = chakra('ul', {
  base: { display: 'flex', gap: '3', overflowX: 'auto', pb: '2', listStyleType: 'none' },
});

const Card = chakra('li', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '1',
    flex: '0 0 11rem',
    p: '3',
    borderRadius: 'lg',
    borderWidth: '1px',
    borderColor: 'border',
    bg: 'bg.surface',
    '&[data-past]': { bg: 'bg.subtle' },
  },
});
