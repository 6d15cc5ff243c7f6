import { HStack, Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useState } from 'react';
import { isMarkable } from '#shared/domain/sessions/markable';
import { hasBegun, nextUpcomingDate, type Session, sessionsOf } from '#shared/domain/sessions/sessions';
import { formatDate, formatLongDate, weekdayName } from '#shared/domain/text/format';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import type { ManagedClass } from '#shared/schemas/class-input';
import { cancellationReasonNames } from '#shared/schemas/session';
import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate } from '#shared/schemas/values';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { businessNow } from '../../../lib/time/today.ts';
import { CoverDialog } from '../coaches/cover-dialog.tsx';
import { sessionChoice } from './cancel-choices.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { CancelledSession } from './cancelled-session.tsx';
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
  return isMarkable(date, moment.today) ? 'markable' : 'past';
};

/** Scrolls a row to the next session, past those that are over. */
const scrollToNext = (row: HTMLUListElement | null): void => {
  const next = row?.querySelector<HTMLElement>('[data-next]');
  if (row && next) row.scrollLeft = next.offsetLeft - row.offsetLeft;
};

/** The sessions of a slot as a row of dates, with their actions (CAN-01). */
export const SessionRow = ({ cls, slot }: SessionRowProps) => {
  const [cancelling, setCancelling] = useState<CalendarDate>();
  const [restoring, setRestoring] = useState<CalendarDate>();
  const [covering, setCovering] = useState<CalendarDate>();
  const [shownDate, setShownDate] = useState<CalendarDate>();
  const moment = businessNow();
  const next = nextUpcomingDate(cls, slot, moment);
  const key = { class_id: cls.id, slot_id: slot.id };
  const sessions = sessionsOf(cls, slot);
  const shown = sessions.find(({ date, state }) => date === shownDate && state === 'cancelled')?.date;
  return (
    <Stack gap="3" _print={{ display: 'none' }}>
      <Heading size="md">Sessions</Heading>
      <Row aria-label="Sessions" ref={scrollToNext}>
        {sessions.map((session) => (
          <SessionCard
            key={session.date}
            session={session}
            phase={phaseOf(session, slot, next, moment)}
            isShown={session.date === shown}
            onCancel={() => setCancelling(session.date)}
            onRestore={() => setRestoring(session.date)}
            onCover={() => setCovering(session.date)}
            onShow={() => setShownDate(session.date === shown ? undefined : session.date)}
          />
        ))}
      </Row>
      {shown && (
        <Card as="section" aria-labelledby="cancelled-session" p={{ base: '4', md: '5' }}>
          <Stack gap="4">
            <Heading as="h3" id="cancelled-session" size="md">
              Cancelled: {formatLongDate(shown)}
            </Heading>
            <CancelledSession key={shown} session={{ ...key, date: shown }} />
          </Stack>
        </Card>
      )}
      <CancelDialog
        choices={cancelling ? [sessionChoice(cls, slot, cancelling)] : []}
        onClose={() => setCancelling(undefined)}
      />
      <CoverDialog session={covering && { ...key, date: covering }} onClose={() => setCovering(undefined)} />
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
  /** Whether its families are shown below the row. */
  readonly isShown: boolean;
  readonly onCancel: () => void;
  readonly onRestore: () => void;
  readonly onCover: () => void;
  readonly onShow: () => void;
}

const SessionCard = ({ session, phase, isShown, onCancel, onRestore, onCover, onShow }: SessionCardProps) => {
  const { date, kind } = session;
  const isCancelled = session.state === 'cancelled';
  const isPast = phase === 'past' || phase === 'markable';
  return (
    <SessionBox data-past={isPast || undefined} data-next={phase === 'next' || undefined}>
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
      {/* One button: it keeps the focus when a dialog that it opened has changed the session. */}
      {(isCancelled ? !isPast : phase !== 'past') && (
        <Button
          type="button"
          variant="outline"
          size="compact"
          mt="auto"
          onClick={isCancelled ? onRestore : onCancel}
        >
          {isCancelled ? 'Bring it back' : cancelText(isPast)}
        </Button>
      )}
      {!isCancelled && !isPast && (
        <Button type="button" variant="ghost" size="compact" onClick={onCover}>
          Cover
        </Button>
      )}
      {isCancelled && (
        <Button type="button" variant="ghost" size="compact" aria-expanded={isShown} onClick={onShow}>
          Families
        </Button>
      )}
    </SessionBox>
  );
};

const cancelText = (isPast: boolean): string => (isPast ? 'Did not take place' : 'Cancel session');

const Row = chakra('ul', {
  base: { display: 'flex', gap: '3', overflowX: 'auto', pb: '2', listStyleType: 'none' },
});

const SessionBox = chakra('li', {
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
