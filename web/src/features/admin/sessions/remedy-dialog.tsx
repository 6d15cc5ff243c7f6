import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminRoutes } from '#shared/contract/admin-routes';
import { formatLongDate } from '#shared/lib/format';
import {
  type CancelledSession,
  type ChooseRemedy,
  chooseRemedySchema,
  type SessionKey,
} from '#shared/sessions/admin-routes';
import type { Remedy } from '#shared/sessions/slot';
import { Button } from '../../../components/controls.tsx';
import { TextField } from '../../../components/fields.tsx';
import { Modal, ModalButtons } from '../../../components/modal.tsx';
import { choiceStyles } from '../../../components/select.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { FailureNotice } from '../notices.tsx';
import { everyRead } from '../queries.ts';
import { Loaded } from '../tables/loaded.tsx';

/** A cancelled session: who was told, and what the families get. */
export const cancelledSessionQuery = ({ class_id, slot_id, date }: SessionKey) =>
  routeQuery(
    adminRoutes.getCancelledSession,
    { params: { classId: class_id, slotId: slot_id, date } },
    'Failed to load the cancelled session',
  );

export type RemedyKind = Remedy['kind'];

interface RemedyChoiceProps {
  /** Those that are offered. */
  readonly kinds: readonly RemedyKind[];
  readonly remedy: RemedyKind;
  readonly onChange: (remedy: RemedyKind) => void;
  readonly makeUpDate: string;
  readonly onDateChange: (date: string) => void;
  /** Why the date was refused, by the form or by the API. */
  readonly dateError: string | undefined;
}

const names: Record<RemedyKind, string> = {
  'make-up': 'Make-up date',
  credit: 'Credit the value of the session',
  later: 'Decide later',
};

/** What was entered, in the shape of a request's body. */
export const enteredRemedy = (kind: RemedyKind, makeUpDate: string) =>
  kind === 'make-up' ? { kind, date: makeUpDate } : { kind };

/** What a schema says of a form, as far as its fields show it. */
interface FormIssues {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

/** Why the form, or otherwise the API, refused a field. */
export const fieldErrorOf = (
  name: 'note' | 'remedy.date',
  entered: FormIssues | undefined,
  failure: unknown,
): string | undefined => {
  const ofForm = entered?.issues.find(({ path }) => path.join('.') === name);
  const ofApi = failure instanceof ApiError ? failure.issues.find(({ field }) => field === name) : undefined;
  return (ofForm ?? ofApi)?.message;
};

/** What the families get for the session (CAN-03). */
export const RemedyChoice = ({
  kinds,
  remedy,
  onChange,
  makeUpDate,
  onDateChange,
  dateError,
}: RemedyChoiceProps) => (
  <chakra.fieldset minWidth="0">
    <chakra.legend fontWeight="bold" mb="1">
      What the families get
    </chakra.legend>
    <Stack gap="1">
      {kinds.map((kind) => (
        <Choice key={kind}>
          <input type="radio" name="remedy" checked={remedy === kind} onChange={() => onChange(kind)} />
          {names[kind]}
        </Choice>
      ))}
      {remedy === 'make-up' && (
        <TextField
          label="Date of the make-up session"
          type="date"
          required
          error={dateError}
          value={makeUpDate}
          onChange={({ target: { value } }) => onDateChange(value)}
        />
      )}
    </Stack>
  </chakra.fieldset>
);

const Choice = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minHeight: 'touch',
    cursor: 'pointer',
    '& input': choiceStyles,
  },
});

interface RemedyDialogProps {
  /** A session that was cancelled with "Decide later"; the dialog is open while this is set. */
  readonly session: SessionKey | undefined;
  readonly onClose: () => void;
}

const failure = 'Failed to choose what the families get';

/** Chooses a make-up date or a credit for a session that was cancelled without either (CAN-03). */
export const RemedyDialog = ({ session, onClose }: RemedyDialogProps) => (
  <Modal
    title={session ? `Instead of ${formatLongDate(session.date)}` : 'Instead of the session'}
    isOpen={session !== undefined}
    role="dialog"
    onClose={onClose}
  >
    {session && <LoadedForm session={session} onClose={onClose} />}
  </Modal>
);

interface FormProps {
  readonly session: SessionKey;
  readonly onClose: () => void;
}

const LoadedForm = ({ session, onClose }: FormProps) => {
  const cancelled = useQuery(cancelledSessionQuery(session));
  return (
    <>
      <Loaded query={cancelled} skeleton={<Text role="status">Loading...</Text>}>
        {(data) => <RemedyForm session={session} cancelled={data} onClose={onClose} />}
      </Loaded>
      {!cancelled.data && <ModalButtons cancelLabel="Close" onCancel={onClose} />}
    </>
  );
};

const RemedyForm = ({
  session,
  cancelled,
  onClose,
}: FormProps & { readonly cancelled: CancelledSession }) => {
  const { class_id, slot_id, date } = session;
  const [remedy, setRemedy] = useState<RemedyKind>(cancelled.make_up_date ? 'make-up' : 'credit');
  const [makeUpDate, setMakeUpDate] = useState<string>(cancelled.make_up_date ?? '');
  const [isChecked, setIsChecked] = useState(false);
  const entered = chooseRemedySchema.safeParse({
    class_id,
    slot_id,
    date,
    remedy: enteredRemedy(remedy, makeUpDate),
  });
  const choice = useSubmission({
    send: (body: ChooseRemedy) => callRoute(adminRoutes.chooseRemedy, { body }),
    failure,
    changes: everyRead,
    onDone: () => {
      showToast({ type: 'success', title: 'Saved. The families are being told.' });
      onClose();
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsChecked(true);
        if (entered.success) choice.submit(entered.data);
      }}
    >
      <Stack gap="5">
        <RemedyChoice
          kinds={['make-up', 'credit']}
          remedy={remedy}
          onChange={setRemedy}
          makeUpDate={makeUpDate}
          onDateChange={setMakeUpDate}
          dateError={fieldErrorOf('remedy.date', isChecked ? entered.error : undefined, choice.error)}
        />
        <Text color="fg.muted">Each family gets one email about it.</Text>
        <FailureNotice error={choice.error} failure={failure} />
        <ModalButtons onCancel={onClose}>
          <Button type="submit" disabled={choice.isPending}>
            {choice.isPending ? 'Saving...' : 'Tell the Families'}
          </Button>
        </ModalButtons>
      </Stack>
    </form>
  );
};
