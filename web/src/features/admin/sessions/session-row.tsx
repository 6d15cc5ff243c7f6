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
import { css } from '#styled-system/css';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { businessNow } from '../../../lib/time/today.ts';
import { ConfirmChange, type DialogProps } from '../dialogs.tsx';
import { everyReadBut } from '../queries.ts';
import { CancelDialog, sessionChoice } from './cancel-dialog.tsx';
import { CancelledDetails } from './cancelled-session.tsx';
import { CoverDialog } from './cover-dialog.tsx';
import { cancelledSessionQuery } from './remedy.tsx';

// The read of the cancelled session is left out, because it answers 404 when the session is on again.
const changes = everyReadBut(sessionRoutes.getCancelledSession);

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

/** A press on a date shows its actions; at first the next date's (CAN-01). */
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
    <Stack gap="3" _print={{ display: 'none' }}>
      <Heading size="md">Sessions</Heading>
      <ul aria-label="Sessions" className={row}>
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
      </ul>
      {shown && (
        <Card.Root as="section" aria-labelledby="cancelled-session">
          <Card.Body gap="4">
            <Card.Title as="h3" id="cancelled-session">
              Cancelled: {formatLongDate(shown)}
            </Card.Title>
            <CancelledDetails key={shown} session={{ ...key, date: shown }} />
          </Card.Body>
        </Card.Root>
      )}
      <CancelDialog
        of={cancelling && [sessionChoice(cls, slot, cancelling)]}
        onClose={() => setCancelling(undefined)}
      />
      <CoverDialog of={covering && { ...key, date: covering }} onClose={() => setCovering(undefined)} />
      <RestoreDialog of={restoring && { ...key, date: restoring }} onClose={() => setRestoring(undefined)} />
    </Stack>
  );
};

interface SessionCardProps {
  readonly session: Session;
  readonly phase: Phase;
  readonly isChosen: boolean;
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
      <span className={weekday}>{weekdayName(date).slice(0, 3)}</span>
    </>
  );
  return (
    <li data-past={isPast || undefined} className={sessionBox}>
      {hasActions ? (
        <Button
          type="button"
          variant="ghost"
          size="sm"
          px="1.5"
          fontSize="sm"
          aria-expanded={isChosen}
          onClick={onChoose}
        >
          {day}
        </Button>
      ) : (
        <span className={dayLook}>{day}</span>
      )}
      {phase === 'next' && (
        <Badge variant="solid" colorPalette="accent">
          Next
        </Badge>
      )}
      {kind === 'extra' && <Badge>Extra</Badge>}
      {isCancelled && (
        <Badge variant="solid" colorPalette="danger">
          Cancelled: {cancellationReasonNames[session.reason]}
        </Badge>
      )}
      {/* One button: it keeps the focus when a dialog that it opened has changed the session. */}
      {isChosen && (isCancelled ? !isPast : phase !== 'past') && (
        <Button type="button" variant="outline" size="sm" onClick={isCancelled ? onRestore : onCancel}>
          {isCancelled ? 'Bring it back' : cancelText(isPast)}
        </Button>
      )}
      {isChosen && !isCancelled && !isPast && (
        <Button type="button" variant="ghost" size="sm" onClick={onCover}>
          Cover
        </Button>
      )}
      {isChosen && isCancelled && (
        <Button type="button" variant="ghost" size="sm" aria-expanded={isShown} onClick={onShow}>
          Families
        </Button>
      )}
    </li>
  );
};

const cancelText = (isPast: boolean): string => (isPast ? 'Did not take place' : 'Cancel session');

const row = css({ display: 'flex', flexWrap: 'wrap', gap: '2', listStyleType: 'none' });

const sessionBox = css({
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
});

const dayLook = css({ px: '1.5', py: '1.5', fontSize: 'sm', fontWeight: 'bold' });

const weekday = css({ ms: '1', fontWeight: 'normal', color: 'fg.muted' });
