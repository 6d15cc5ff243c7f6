import { Stack } from '@chakra-ui/react/stack';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { adminRoutes } from '#shared/contract/admin-routes';
import { limits } from '#shared/limits';
import {
  type CancellationPreview,
  type CancellationResult,
  type CancellationTarget,
  type CancelSessions,
  cancelSessionsSchema,
  type SessionKey,
} from '#shared/schemas/cancellation';
import {
  type CancellationReason,
  cancellationReasonNames,
  cancellationReasonSchema,
} from '#shared/schemas/session';
import { Button } from '../../../components/button.tsx';
import { ModalButtons } from '../../../components/modal-buttons.tsx';
import { Notice } from '../../../components/notice.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextAreaField } from '../../../components/text-area-field.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { attemptKeys } from '../../../lib/api/attempt-key.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { FailureNotice } from '../failure-notice.tsx';
import { everyRead } from '../reads.ts';
import { enteredRemedy, fieldErrorOf, RemedyChoice, type RemedyKind } from './remedy-choice.tsx';

interface CancelFormProps {
  readonly target: CancellationTarget;
  readonly preview: CancellationPreview;
  readonly onClose: () => void;
  readonly onCancelled: (sessions: readonly SessionKey[]) => void;
}

const failure = 'Failed to cancel';

type Failed = CancellationResult['failed'];

/** Reason, note and remedy of a cancellation (CAN-03). */
export const CancelForm = ({ target, preview, onClose, onCancelled }: CancelFormProps) => {
  const [reason, setReason] = useState<CancellationReason>('weather');
  const [note, setNote] = useState('');
  const [remedy, setRemedy] = useState<RemedyKind>(preview.make_up_date ? 'make-up' : 'credit');
  const [makeUpDate, setMakeUpDate] = useState<string>(preview.make_up_date ?? '');
  const [isChecked, setIsChecked] = useState(false);
  const [failed, setFailed] = useState<Failed>([]);
  const [keyOf] = useState(attemptKeys);
  const cancellation = useSubmission({
    send: (body: CancelSessions) =>
      callRoute(adminRoutes.cancelSessions, { body, idempotencyKey: keyOf(body) }),
    failure,
    changes: everyRead,
    onDone: (result) => {
      setFailed(result.failed);
      if (result.failed.length === 0) onCancelled(result.cancelled);
    },
  });
  const entered = cancelSessionsSchema.safeParse({
    ...{ target, reason, note },
    remedy: enteredRemedy(remedy, makeUpDate),
  });
  const errorOf = (name: 'note' | 'remedy.date') =>
    fieldErrorOf(name, isChecked ? entered.error : undefined, cancellation.error);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsChecked(true);
        if (entered.success) cancellation.submit(entered.data);
        else event.currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus();
      }}
    >
      <Stack gap="5">
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
          onChange={setRemedy}
          makeUpDate={makeUpDate}
          onDateChange={setMakeUpDate}
          dateError={errorOf('remedy.date')}
        />
        {failed.length > 0 && <FailedVenues failed={failed} />}
        <FailureNotice error={cancellation.error} failure={failure} />
        <ModalButtons onCancel={onClose}>
          <Button type="submit" variant="danger" disabled={cancellation.isPending}>
            {cancellation.isPending ? 'Cancelling...' : submitText(preview)}
          </Button>
        </ModalButtons>
      </Stack>
    </form>
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
