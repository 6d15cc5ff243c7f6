import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { adminRoutes } from '#shared/contract/admin-routes';
import { counted } from '#shared/domain/text/counted';
import { formatLongDate } from '#shared/domain/text/format';
import type { CancellationPreview, CancellationTarget, SessionKey } from '#shared/schemas/cancellation';
import { Button } from '../../../components/button.tsx';
import { Modal } from '../../../components/modal.tsx';
import { ModalButtons } from '../../../components/modal-buttons.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { FailureNotice } from '../failure-notice.tsx';
import { CancelForm } from './cancel-form.tsx';
import { CancelledSession } from './cancelled-session.tsx';

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

const failure = 'Failed to read whom it reaches';

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
      <CancelledSession session={session} />
      <Button type="button" alignSelf="end" onClick={onClose}>
        Done
      </Button>
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
    ...routeQuery(adminRoutes.previewCancellation, { body: { target } }, failure),
    staleTime: 0,
  });
  if (!data) {
    return (
      <Stack gap="4">
        {error ? (
          <FailureNotice error={error} failure={failure} />
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
