import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ClassSummary } from '#shared/classes/class';
import { adminRoutes } from '#shared/contract/admin-routes';
import { classTypeName, formatLongDate, formatTime } from '#shared/lib/format';
import { counted } from '#shared/lib/text';
import type { CalendarDate } from '#shared/lib/values';
import { limits } from '#shared/limits';
import {
  type CancellationPreview,
  type CancellationResult,
  type CancellationTarget,
  type CancelSessions,
  cancelSessionsSchema,
  type SessionKey,
} from '#shared/sessions/admin-routes';
import {
  type CancellationReason,
  cancellationReasonNames,
  cancellationReasonSchema,
  type TimeSlot,
} from '#shared/sessions/slot';
import { Notice } from '../../../components/card.tsx';
import { Button } from '../../../components/controls.tsx';
import { TextAreaField } from '../../../components/fields.tsx';
import { Modal, ModalButtons } from '../../../components/modal.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { StyledButton } from '../../../components/styled.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { attemptKeys } from '../../../lib/api/attempt-key.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { ChangeForm } from '../dialogs.tsx';
import { FailureNotice } from '../notices.tsx';
import { everyRead } from '../queries.ts';
import { CancelledDetails } from './cancelled-session.tsx';
import { fieldErrorOf, RemedyChoice, useRemedy } from './remedy-dialog.tsx';

interface CancelFormProps {
  readonly target: CancellationTarget;
  readonly preview: CancellationPreview;
  readonly onClose: () => void;
  readonly onCancelled: (sessions: readonly SessionKey[]) => void;
}

const cancelFailure = 'Failed to cancel';

type Failed = CancellationResult['failed'];

/** Reason, note and remedy of a cancellation (CAN-03). */
const CancelForm = ({ target, preview, onClose, onCancelled }: CancelFormProps) => {
  const [reason, setReason] = useState<CancellationReason>('weather');
  const [note, setNote] = useState('');
  const remedy = useRemedy(preview.make_up_date);
  const [isChecked, setIsChecked] = useState(false);
  const [failed, setFailed] = useState<Failed>([]);
  const [keyOf] = useState(attemptKeys);
  const cancellation = useSubmission({
    send: (body: CancelSessions) =>
      callRoute(adminRoutes.cancelSessions, { body, idempotencyKey: keyOf(body) }),
    failure: cancelFailure,
    changes: everyRead,
    onDone: (result) => {
      setFailed(result.failed);
      if (result.failed.length === 0) onCancelled(result.cancelled);
    },
  });
  const entered = cancelSessionsSchema.safeParse({ target, reason, note, remedy: remedy.entered });
  const errorOf = (name: 'note' | 'remedy.date') =>
    fieldErrorOf(name, isChecked ? entered.error : undefined, cancellation.error);
  return (
    <ChangeForm
      change={{ ...cancellation, failure: cancelFailure }}
      action={[submitText(preview), 'Cancelling...']}
      variant="danger"
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        setIsChecked(true);
        if (entered.success) cancellation.submit(entered.data);
        else event.currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus();
      }}
    >
      <SelectField
        label="Reason"
        required
        value={reason}
        onChange={({ target: { value } }) => setReason(cancellationReasonSchema.parse(value))}
      >
        {cancellationReasonSchema.options.map((option) => (
          <option key={option} value={option}>
            {cancellationReasonNames[option]}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label="Note to families (optional)"
        hint={`At most ${limits.cancellationNoteLength} characters`}
        limit={limits.cancellationNoteLength}
        error={errorOf('note')}
        value={note}
        onChange={({ target: { value } }) => setNote(value)}
      />
      <RemedyChoice
        kinds={['make-up', 'credit', 'later']}
        remedy={remedy}
        dateError={errorOf('remedy.date')}
      />
      {failed.length > 0 && <FailedVenues failed={failed} />}
    </ChangeForm>
  );
};

const FailedVenues = ({ failed }: { readonly failed: Failed }) => (
  <Notice role="alert" tone="danger" icon={CircleAlert}>
    These were not cancelled: {failed.map(({ venue }) => venue).join(', ')}. Press Cancel again.
  </Notice>
);

const submitText = ({ has_begun, sessions }: CancellationPreview): string => {
  if (has_begun) return 'Mark as not held';
  return sessions.length === 1 ? 'Cancel session' : `Cancel ${sessions.length} sessions`;
};

/** Something that can be cancelled, and its name in a list of several. */
export interface CancelChoice {
  readonly name: string;
  readonly target: CancellationTarget;
}

interface CancelDialogProps {
  /** What can be cancelled, all on one day; the dialog is open while there is something. */
  readonly choices: readonly CancelChoice[];
  readonly onClose: () => void;
}

const previewFailure = 'Failed to read whom it reaches';

/**
 * Cancels one session, a class's day or a venue's day, after it said whom that reaches, and shows who is reached then
 * (CAN-02 to CAN-04, CAN-12).
 */
export const CancelDialog = ({ choices, onClose }: CancelDialogProps) => {
  const [cancelled, setCancelled] = useState<SessionKey>();
  const close = () => {
    setCancelled(undefined);
    onClose();
  };
  const [first] = choices;
  return (
    <Modal
      title={first ? `${cancelled ? 'Cancelled' : 'Cancel'}: ${formatLongDate(first.target.date)}` : 'Cancel'}
      isOpen={first !== undefined}
      role="dialog"
      onClose={close}
    >
      {cancelled ? (
        <Cancelled session={cancelled} onClose={close} />
      ) : (
        first && <CancelSteps choices={choices} onClose={close} onCancelled={setCancelled} />
      )}
    </Modal>
  );
};

interface CancelledProps {
  readonly session: SessionKey;
  readonly onClose: () => void;
}

const Cancelled = ({ session, onClose }: CancelledProps) => {
  const done = useRef<HTMLParagraphElement>(null);
  // The button that had the focus is gone.
  useEffect(() => done.current?.focus(), []);
  return (
    <>
      <Text ref={done} tabIndex={-1} fontWeight="bold">
        Cancelled. The families are being told.
      </Text>
      <CancelledDetails session={session} />
      <StyledButton type="button" alignSelf="end" onClick={onClose}>
        Done
      </StyledButton>
    </>
  );
};

interface CancelStepsProps extends CancelDialogProps {
  readonly onCancelled: (session: SessionKey | undefined) => void;
}

const CancelSteps = ({ choices, onClose, onCancelled }: CancelStepsProps) => {
  const [index, setIndex] = useState(0);
  const chosen = choices[index];
  return (
    <>
      {choices.length === 1 ? (
        <Text>{chosen?.name}</Text>
      ) : (
        <SelectField
          label="What is cancelled"
          value={index}
          onChange={({ target: { value } }) => setIndex(Number(value))}
        >
          {choices.map(({ name, target }, position) => (
            <option key={JSON.stringify(target)} value={position}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {chosen && <Preview key={index} target={chosen.target} onClose={onClose} onCancelled={onCancelled} />}
    </>
  );
};

interface PreviewProps extends Pick<CancelStepsProps, 'onClose' | 'onCancelled'> {
  readonly target: CancellationTarget;
}

const Preview = ({ target, onClose, onCancelled }: PreviewProps) => {
  const { data, error, refetch } = useQuery({
    ...routeQuery(adminRoutes.previewCancellation, { body: { target } }, previewFailure),
    staleTime: 0,
  });
  if (!data) {
    return (
      <Stack gap="4">
        {error ? (
          <FailureNotice error={error} failure={previewFailure} />
        ) : (
          <Text role="status">Counting families...</Text>
        )}
        <ModalButtons cancelLabel="Close" onCancel={onClose}>
          {error && (
            <Button type="button" variant="outline" onClick={() => void refetch()}>
              Try again
            </Button>
          )}
        </ModalButtons>
      </Stack>
    );
  }
  return (
    <>
      <Text role="status" fontWeight="bold">
        {reachText(data)}
      </Text>
      <CancelForm
        target={target}
        preview={data}
        onClose={onClose}
        onCancelled={([first]) => onCancelled(first)}
      />
    </>
  );
};

/** "3 sessions: 34 children in 29 families will be told". */
const reachText = ({ sessions, children, families }: CancellationPreview): string => {
  const what = counted(sessions.length, 'session', 'sessions');
  if (children === 0) return `${what}: nobody has booked, so nobody will be told.`;
  const whom = `${counted(children, 'child', 'children')} in ${counted(families, 'family', 'families')}`;
  return `${what}: ${whom} will be told.`;
};

type NamedClass = Pick<ClassSummary, 'id' | 'class_type' | 'venue' | 'venue_details'>;

/** A session that is on. */
interface ChoosableSession {
  readonly cls: NamedClass;
  readonly slot: TimeSlot;
  readonly session: { readonly date: CalendarDate; readonly state: 'on' | 'cancelled' };
}

const className = ({ class_type, venue }: NamedClass): string => `${classTypeName(class_type)}, ${venue}`;

/** "9:00 AM, Miniballerz, Riverside". */
export const sessionChoice = (cls: NamedClass, slot: TimeSlot, date: CalendarDate): CancelChoice => ({
  name: `${formatTime(slot.start_time)}, ${className(cls)}`,
  target: { kind: 'session', class_id: cls.id, slot_id: slot.id, date },
});

/** One choice for each group of sessions, of groups of two and more. */
const ofGroups = <Session extends ChoosableSession>(
  sessions: readonly Session[],
  keyOf: (session: Session) => string,
  toChoice: (first: Session) => CancelChoice,
): CancelChoice[] =>
  sessions.flatMap((session) => {
    const [first, ...others] = sessions.filter((other) => keyOf(other) === keyOf(session));
    return first === session && others.length > 0 ? [toChoice(session)] : [];
  });

/**
 * What can be cancelled of the sessions of a day: everything at a venue and all of a class, where that is more than one
 * session, and each session that is on (CAN-02).
 */
export const dayChoices = (sessions: readonly ChoosableSession[]): CancelChoice[] => {
  const on = sessions.filter(({ session }) => session.state === 'on');
  return [
    ...ofGroups(
      on,
      ({ cls }) => cls.venue_details.id,
      ({ cls: { venue, venue_details }, session: { date } }) => ({
        name: `Everything at ${venue}`,
        target: { kind: 'venue-day', venue_id: venue_details.id, date },
      }),
    ),
    ...ofGroups(
      on,
      ({ cls }) => cls.id,
      ({ cls, session: { date } }) => ({
        name: `All of ${className(cls)}`,
        target: { kind: 'class-day', class_id: cls.id, date },
      }),
    ),
    ...on.map(({ cls, slot, session: { date } }) => sessionChoice(cls, slot, date)),
  ];
};

const contains = ({ target }: CancelChoice, { cls, slot }: ChoosableSession): boolean => {
  switch (target.kind) {
    case 'session':
      return target.slot_id === slot.id;
    case 'class-day':
      return target.class_id === cls.id;
    case 'venue-day':
      return target.venue_id === cls.venue_details.id;
  }
};

/** Those of a day's choices that contain a session, the session alone first. */
export const choicesAbout = (
  session: ChoosableSession,
  sessionsOfDay: readonly ChoosableSession[],
): CancelChoice[] =>
  dayChoices(sessionsOfDay)
    .filter((choice) => contains(choice, session))
    .toReversed();
