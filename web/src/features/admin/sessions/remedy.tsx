import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatLongDate } from '#shared/lib/format';
import type { CalendarDate } from '#shared/lib/values';
import {
  type CancelledSession,
  type ChooseRemedy,
  chooseRemedySchema,
  type SessionKey,
  sessionRoutes,
} from '#shared/sessions/admin-routes';
import type { Remedy } from '#shared/sessions/slot';
import { css } from '#styled-system/css';
import { TextField } from '../../../components/fields.tsx';
import { Modal, ModalButtons } from '../../../components/modal.tsx';
import { RadioGroup } from '../../../components/ui/radio-group.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { ChangeForm, type DialogProps } from '../dialogs.tsx';
import { Loaded } from '../tables/loaded.tsx';
import { useChange } from '../use-change.ts';

export const cancelledSessionQuery = ({ class_id, slot_id, date }: SessionKey) =>
  routeQuery(
    sessionRoutes.getCancelledSession,
    { params: { classId: class_id, slotId: slot_id, date } },
    'Failed to load the cancelled session',
  );

type RemedyKind = Remedy['kind'];

/** @param makeUpDate the date that is proposed */
export const useRemedy = (makeUpDate: CalendarDate | null) => {
  const [kind, setKind] = useState<RemedyKind>(makeUpDate ? 'make-up' : 'credit');
  const [date, setDate] = useState<string>(makeUpDate ?? '');
  const entered = kind === 'make-up' ? { kind, date } : { kind };
  return { kind, setKind, date, setDate, entered };
};

interface RemedyChoiceProps {
  readonly kinds: readonly RemedyKind[];
  readonly remedy: ReturnType<typeof useRemedy>;
  readonly dateError: string | undefined;
}

const names: Record<RemedyKind, string> = {
  'make-up': 'Make-up date',
  credit: 'Credit the value of the session',
  later: 'Decide later',
};

interface FormIssues {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

export const fieldErrorOf = (
  name: 'note' | 'remedy.date',
  entered: FormIssues | undefined,
  failure: unknown,
): string | undefined => {
  const ofForm = entered?.issues.find(({ path }) => path.join('.') === name);
  const ofApi = failure instanceof ApiError ? failure.issues.find(({ field }) => field === name) : undefined;
  return (ofForm ?? ofApi)?.message;
};

export const RemedyChoice = ({ kinds, remedy, dateError }: RemedyChoiceProps) => (
  <Stack gap="1">
    <RadioGroup.Root
      asChild
      value={remedy.kind}
      onValueChange={({ value }) => {
        const kind = kinds.find((each) => each === value);
        if (kind) remedy.setKind(kind);
      }}
    >
      <fieldset className={css({ minWidth: '0' })}>
        <legend className={css({ fontWeight: 'bold', mb: '1' })}>What the families get</legend>
        <Stack gap="1">
          {kinds.map((kind) => (
            <RadioGroup.Item key={kind} value={kind} gap="3">
              <RadioGroup.ItemHiddenInput />
              <RadioGroup.ItemIndicator />
              <RadioGroup.ItemText>{names[kind]}</RadioGroup.ItemText>
            </RadioGroup.Item>
          ))}
        </Stack>
      </fieldset>
    </RadioGroup.Root>
    {remedy.kind === 'make-up' && (
      <TextField
        label="Date of the make-up session"
        type="date"
        required
        error={dateError}
        value={remedy.date}
        onChange={({ target: { value } }) => remedy.setDate(value)}
      />
    )}
  </Stack>
);

interface RemedyFormProps {
  readonly session: SessionKey;
  readonly onClose: () => void;
}

/** For a session that was cancelled without a remedy (CAN-03). */
export const RemedyDialog = ({ of: session, onClose }: DialogProps<SessionKey>) => (
  <Modal
    role="dialog"
    title={session ? `Instead of ${formatLongDate(session.date)}` : ''}
    isOpen={Boolean(session)}
    onClose={onClose}
  >
    {session && <LoadedRemedy session={session} onClose={onClose} />}
  </Modal>
);

const LoadedRemedy = ({ session, onClose }: RemedyFormProps) => {
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
}: RemedyFormProps & { readonly cancelled: CancelledSession }) => {
  const { class_id, slot_id, date } = session;
  const remedy = useRemedy(cancelled.make_up_date);
  const [isChecked, setIsChecked] = useState(false);
  const entered = chooseRemedySchema.safeParse({ class_id, slot_id, date, remedy: remedy.entered });
  const choice = useChange({
    send: (body: ChooseRemedy) => callRoute(sessionRoutes.chooseRemedy, { body }),
    failure: 'Failed to choose what the families get',
    done: 'Saved. The families are being told.',
    onDone: onClose,
  });
  return (
    <ChangeForm
      change={choice}
      action={['Tell the Families', 'Saving...']}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        setIsChecked(true);
        if (entered.success) choice.submit(entered.data);
      }}
    >
      <RemedyChoice
        kinds={['make-up', 'credit']}
        remedy={remedy}
        dateError={fieldErrorOf('remedy.date', isChecked ? entered.error : undefined, choice.error)}
      />
      <Text color="fg.muted">Each family gets one email about it.</Text>
    </ChangeForm>
  );
};
