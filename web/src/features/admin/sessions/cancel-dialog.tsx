import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { adminRoutes } from '#shared/contract/admin-routes';
import { formatLongDate } from '#shared/domain/format';
import type { CancellationPreview, CancellationTarget } from '#shared/schemas/cancellation';
import { Modal } from '../../../components/modal.tsx';
import { ModalButtons } from '../../../components/modal-buttons.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { FailureNotice } from '../failure-notice.tsx';
import { CancelForm } from './cancel-form.tsx';

interface CancelDialogProps {
  /** What is cancelled; the dialog is open while this is set. */
  readonly target: CancellationTarget | undefined;
  readonly onClose: () => void;
}

const failure = 'Failed to read whom it reaches';

const titles: Record<CancellationTarget['kind'], string> = {
  session: 'Cancel session',
  'class-day': 'Cancel all sessions of the class',
  'venue-day': 'Cancel everything at the venue',
};

/** Cancels one session, a class's day or a venue's day, after it said whom that reaches (CAN-02 to CAN-04). */
export const CancelDialog = ({ target, onClose }: CancelDialogProps) => (
  <Modal
    title={target ? `${titles[target.kind]}: ${formatLongDate(target.date)}` : 'Cancel session'}
    isOpen={target !== undefined}
    role="dialog"
    onClose={onClose}
  >
    {target && <Preview target={target} onClose={onClose} />}
  </Modal>
);

const Preview = ({
  target,
  onClose,
}: {
  readonly target: CancellationTarget;
  readonly onClose: () => void;
}) => {
  const { data, error } = useQuery({
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
        <ModalButtons onCancel={onClose}>{null}</ModalButtons>
      </Stack>
    );
  }
  return (
    <>
      <Text role="status" fontWeight="bold">
        {reachText(data)}
      </Text>
      <CancelForm target={target} preview={data} onClose={onClose} />
    </>
  );
};

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** "3 sessions: 34 children in 29 families will be told". */
const reachText = ({ sessions, children, families }: CancellationPreview): string => {
  const what = counted(sessions.length, 'session', 'sessions');
  if (children === 0) return `${what}: nobody has booked, so nobody will be told.`;
  const whom = `${counted(children, 'child', 'children')} in ${counted(families, 'family', 'families')}`;
  return `${what}: ${whom} will be told.`;
};
