import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatLongDate } from '#shared/lib/format';
import { counted } from '#shared/lib/text';
import { limits } from '#shared/limits';
import {
  type CancellationPreview,
  type CancellationResult,
  type CancellationTarget,
  type CancelSessions,
  cancelSessionsSchema,
  type SessionKey,
  sessionRoutes,
} from '#shared/sessions/admin-routes';
import {
  type CancellationReason,
  cancellationReasonNames,
  cancellationReasonSchema,
} from '#shared/sessions/slot';
import { TextAreaField } from '../../../components/fields.tsx';
import { Modal, ModalButtons } from '../../../components/modal.tsx';
import { Notice } from '../../../components/notice.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { attemptKeys } from '../../../lib/api/attempt-key.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { ChangeForm, type DialogProps } from '../dialogs.tsx';
import { FailureNotice } from '../notices.tsx';
import { everyRead } from '../queries.ts';
import { CancelledDetails } from './cancelled-session.tsx';
import { fieldErrorOf, RemedyChoice, useRemedy } from './remedy.tsx';

export interface CancelChoice {
  readonly name: string;
  readonly target: CancellationTarget;
}

export type CancelDialogProps = DialogProps<readonly CancelChoice[]>;

interface CancelFormProps {
  readonly target: CancellationTarget;
  readonly preview: CancellationPreview;
  readonly onClose: () => void;
  readonly onCancelled: (sessions: readonly SessionKey[]) => void;
}

const cancelFailure = 'Failed to cancel';

type Failed = CancellationResult['failed'];

const CancelForm = ({ target, preview, onClose, onCancelled }: CancelFormProps) => {
  const [reason, setReason] = useState<CancellationReason>('weather');
  const [note, setNote] = useState('');
  const remedy = useRemedy(preview.make_up_date);
  const [isChecked, setIsChecked] = useState(false);
  const [failed, setFailed] = useState<Failed>([]);
  const [keyOf] = useState(attemptKeys);
  const cancellation = useSubmission({
    send: (body: CancelSessions) =>
      callRoute(sessionRoutes.cancelSessions, { body, idempotencyKey: keyOf(body) }),
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
      colorPalette="danger"
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
  <Notice role="alert" status="error" icon={CircleAlert}>
    These were not cancelled: {failed.map(({ venue }) => venue).join(', ')}. Press Cancel again.
  </Notice>
);

const submitText = ({ has_begun, sessions }: CancellationPreview): string => {
  if (has_begun) return 'Mark as not held';
  return sessions.length === 1 ? 'Cancel session' : `Cancel ${sessions.length} sessions`;
};

const previewFailure = 'Failed to read whom it reaches';

interface CancelledProps {
  readonly session: SessionKey;
  readonly onClose: () => void;
}

const Cancelled = ({ session, onClose }: CancelledProps) => {
  const done = useRef<HTMLParagraphElement>(null);
  useEffect(() => done.current?.focus(), []);
  return (
    <>
      <Text ref={done} tabIndex={-1} fontWeight="bold">
        Cancelled. The families are being told.
      </Text>
      <CancelledDetails session={session} />
      <Button type="button" alignSelf="end" onClick={onClose}>
        Done
      </Button>
    </>
  );
};

interface ChoosingProps {
  readonly choices: readonly CancelChoice[];
  readonly onClose: () => void;
  readonly onCancelled: (session: SessionKey | undefined) => void;
}

const Choosing = ({ choices, onClose, onCancelled }: ChoosingProps) => {
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

interface PreviewProps extends Pick<ChoosingProps, 'onClose' | 'onCancelled'> {
  readonly target: CancellationTarget;
}

const Preview = ({ target, onClose, onCancelled }: PreviewProps) => {
  const { data, error, refetch } = useQuery({
    ...routeQuery(sessionRoutes.previewCancellation, { body: { target } }, previewFailure),
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

// "3 sessions: 34 children in 29 families will be told".
const reachText = ({ sessions, children, families }: CancellationPreview): string => {
  const what = counted(sessions.length, 'session', 'sessions');
  if (children === 0) return `${what}: nobody has booked, so nobody will be told.`;
  const whom = `${counted(children, 'child', 'children')} in ${counted(families, 'family', 'families')}`;
  return `${what}: ${whom} will be told.`;
};

/** Says before the press whom the cancellation reaches, and after it who is reached (CAN-02 to CAN-04, CAN-12). */
export const CancelDialog = ({ of: choices, onClose }: CancelDialogProps) => {
  const [cancelled, setCancelled] = useState<SessionKey>();
  const close = () => {
    setCancelled(undefined);
    onClose();
  };
  const first = choices?.[0];
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
        choices && <Choosing choices={choices} onCancelled={setCancelled} onClose={close} />
      )}
    </Modal>
  );
};
