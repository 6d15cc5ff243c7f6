import { Stack as StyledStack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ManagedClass } from '#shared/classes/managed-class';
import type { BusinessMoment } from '#shared/lib/business-time';
import { formatDate, formatLongDate, weekdayName } from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import { counted } from '#shared/lib/text';
import { type CalendarDate, centsSchema } from '#shared/lib/values';
import { type CancelledSession, type SessionKey, sessionRoutes } from '#shared/sessions/admin-routes';
import { hasBegun, isMarkable, nextUpcomingDate, type Session, sessionsOf } from '#shared/sessions/sessions';
import { cancellationReasonNames, type TimeSlot } from '#shared/sessions/slot';
import { Badge } from '../../../components/badge.tsx';
import { Card } from '../../../components/card.tsx';
import { Button } from '../../../components/controls.tsx';
import { Stack, Text } from '../../../components/plain.tsx';
import { Heading } from '../../../components/screen.tsx';
import { StyledButton } from '../../../components/styled.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { businessNow } from '../../../lib/time/today.ts';
import { ConfirmChange, type DialogProps } from '../dialogs.tsx';
import { everyReadBut } from '../queries.ts';
import { CancelDialog, sessionChoice } from './cancel-dialog.tsx';
import { CancelledDetails } from './cancelled-session.tsx';
import { CoverDialog } from './cover-dialog.tsx';
import { cancelledSessionQuery } from './remedy.tsx';

/** Without the read of the cancelled session, which answers 404 when it is on again. */
const changes = everyReadBut(sessionRoutes.getCancelledSession);

/** Confirms that a cancelled session is on again (CAN-11). */
const RestoreDialog = (dialog: DialogProps<SessionKey>) => (
  <ConfirmChange
    {...dialog}
    title={({ date }) => `Bring back ${formatLongDate(date)}?`}
    action={['Bring it back', 'Bringing it back...']}
    send={(body) => callRoute(sessionRoutes.restoreSession, { body })}
    failure="Failed to bring the session back"
    done={({ removed_make_up }) =>
      [
        'The session is on again. The families are being told.',
        ...(removed_make_up ? [`There is no session on ${formatLongDate(removed_make_up)}.`] : []),
      ].join(' ')
    }
    changes={changes}
  >
    {(of) => (
      <>
        <Text>
          The session is on again and the families are told. Credits for it are taken back. Trials that moved
          stay moved.
        </Text>
        <Loss session={of} />
      </>
    )}
  </ConfirmChange>
);

const creditText = ({ bookings }: CancelledSession): string | undefined => {
  const credited = bookings.filter(({ is_credited }) => is_credited);
  if (credited.length === 0) return undefined;
  const total = credited.reduce((sum, { value }) => sum + value, 0);
  return `Credited so far: ${counted(credited.length, 'booking', 'bookings')}, ${formatCents(centsSchema.parse(total))}.`;
};

const makeUpText = ({ remedy, removable_make_up }: CancelledSession): string | undefined => {
  if (remedy.kind !== 'make-up') return undefined;
  const date = formatLongDate(remedy.date);
  return removable_make_up
    ? `The make-up session on ${date} is removed.`
    : `The extra session on ${date} stays: a booking covers it, or it has begun.`;
};

/** What families have got for the session. */
const Loss = ({ session }: { readonly session: SessionKey }) => {
  const { data } = useQuery(cancelledSessionQuery(session));
  const texts = data ? [creditText(data), makeUpText(data)].filter((text) => text !== undefined) : [];
  if (texts.length === 0) return null;
  return (
    <Text fontWeight="bold" role="status">
      {texts.join(' ')}
    </Text>
  );
};

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

/** The sessions of a slot as a row of dates. A press on one shows its actions; at first the next one's (CAN-01). */
export const SessionRow = ({ cls, slot }: SessionRowProps) => {
  const [cancelling, setCancelling] = useState<CalendarDate>();
  const [restoring, setRestoring] = useState<CalendarDate>();
  const [covering, setCovering] = useState<CalendarDate>();
  const [shownDate, setShownDate] = useState<CalendarDate>();
  const moment = businessNow();
  const next = nextUpcomingDate(cls, slot, moment);
  const [chosen, setChosen] = useState(next);
  const key = { class_id: cls.id, slot_id: slot.id };
  const sessions = sessionsOf(cls, slot);
  const shown = sessions.find(
    ({ date, state }) => date === shownDate && date === chosen && state === 'cancelled',
  )?.date;
  return (
    <StyledStack gap="3" _print={{ display: 'none' }}>
      <Heading size="md">Sessions</Heading>
      <Row aria-label="Sessions">
        {sessions.map((session) => (
          <SessionCard
            key={session.date}
            session={session}
            phase={phaseOf(session, slot, next, moment)}
            isChosen={session.date === chosen}
            isShown={session.date === shown}
            onChoose={() => setChosen(session.date === chosen ? null : session.date)}
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
            <CancelledDetails key={shown} session={{ ...key, date: shown }} />
          </Stack>
        </Card>
      )}
      <CancelDialog
        of={cancelling && [sessionChoice(cls, slot, cancelling)]}
        onClose={() => setCancelling(undefined)}
      />
      <CoverDialog of={covering && { ...key, date: covering }} onClose={() => setCovering(undefined)} />
      <RestoreDialog of={restoring && { ...key, date: restoring }} onClose={() => setRestoring(undefined)} />
    </StyledStack>
  );
};

interface SessionCardProps {
  readonly session: Session;
  readonly phase: Phase;
  /** Whether its actions are shown. */
  readonly isChosen: boolean;
  /** Whether its families are shown below the row. */
  readonly isShown: boolean;
  readonly onChoose: () => void;
  readonly onCancel: () => void;
  readonly onRestore: () => void;
  readonly onCover: () => void;
  readonly onShow: () => void;
}

const SessionCard = ({
  session,
  phase,
  isChosen,
  isShown,
  onChoose,
  onCancel,
  onRestore,
  onCover,
  onShow,
}: SessionCardProps) => {
  const { date, kind } = session;
  const isCancelled = session.state === 'cancelled';
  const isPast = phase === 'past' || phase === 'markable';
  const hasActions = isCancelled || phase !== 'past';
  const day = (
    <>
      {isCancelled ? <del>{formatDate(date)}</del> : formatDate(date)}
      <Weekday>{weekdayName(date).slice(0, 3)}</Weekday>
    </>
  );
  return (
    <SessionBox data-past={isPast || undefined}>
      {hasActions ? (
        <StyledButton
          type="button"
          variant="ghost"
          size="compact"
          px="1.5"
          fontSize="sm"
          aria-expanded={isChosen}
          onClick={onChoose}
        >
          {day}
        </StyledButton>
      ) : (
        <Day>{day}</Day>
      )}
      {phase === 'next' && <Badge variant="accent">Next</Badge>}
      {kind === 'extra' && <Badge>Extra</Badge>}
      {isCancelled && <Badge variant="danger">Cancelled: {cancellationReasonNames[session.reason]}</Badge>}
      {/* One button: it keeps the focus when a dialog that it opened has changed the session. */}
      {isChosen && (isCancelled ? !isPast : phase !== 'past') && (
        <Button type="button" variant="outline" size="compact" onClick={isCancelled ? onRestore : onCancel}>
          {isCancelled ? 'Bring it back' : cancelText(isPast)}
        </Button>
      )}
      {isChosen && !isCancelled && !isPast && (
        <Button type="button" variant="ghost" size="compact" onClick={onCover}>
          Cover
        </Button>
      )}
      {isChosen && isCancelled && (
        <Button type="button" variant="ghost" size="compact" aria-expanded={isShown} onClick={onShow}>
          Families
        </Button>
      )}
    </SessionBox>
  );
};

const cancelText = (isPast: boolean): string => (isPast ? 'Did not take place' : 'Cancel session');

const Row = chakra('ul', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '2', listStyleType: 'none' },
});

const SessionBox = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '1.5',
    px: '1',
    py: '0.5',
    borderRadius: 'lg',
    borderWidth: '1px',
    borderColor: 'border',
    bg: 'bg.surface',
    fontVariantNumeric: 'tabular-nums',
    '&[data-past]': { bg: 'bg.subtle' },
  },
});

const Day = chakra('span', { base: { px: '1.5', py: '1.5', fontSize: 'sm', fontWeight: 'bold' } });

const Weekday = chakra('span', { base: { ms: '1', fontWeight: 'normal', color: 'fg.muted' } });
