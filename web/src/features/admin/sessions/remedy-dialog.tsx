import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminRoutes } from '#shared/contract/admin-routes';
import { formatLongDate } from '#shared/domain/text/format';
import {
  type CancelledSession,
  type ChooseRemedy,
  chooseRemedySchema,
  type SessionKey,
} from '#shared/schemas/cancellation';
import { Button } from '../../../components/button.tsx';
import { Modal } from '../../../components/modal.tsx';
import { ModalButtons } from '../../../components/modal-buttons.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { FailureNotice } from '../failure-notice.tsx';
import { Loaded } from '../loaded.tsx';
import { everyRead } from '../reads.ts';
import { cancelledSessionQuery } from './cancelled-session-query.ts';
import { enteredRemedy, fieldErrorOf, RemedyChoice, type RemedyKind } from './remedy-choice.tsx';

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
    ...{ class_id, slot_id, date, remedy: enteredRemedy(remedy, makeUpDate) },
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
