import { formatLongDate } from '#shared/lib/format';
import type { SessionKey } from '#shared/sessions/admin-routes';
import { lateContent, Modal } from '../../../components/modal.tsx';
import type { DialogProps } from '../dialogs.tsx';
import type { RemedyFormProps } from './remedy.tsx';

const { Content, useSoon } = lateContent<'LoadedRemedy', RemedyFormProps>(
  () => import('./remedy.tsx'),
  'LoadedRemedy',
);

/** Chooses a make-up date or a credit for a session that was cancelled without either (CAN-03). */
export const RemedyDialog = ({ of: session, onClose }: DialogProps<SessionKey>) => {
  useSoon();
  return (
    <Modal
      role="dialog"
      title={session ? `Instead of ${formatLongDate(session.date)}` : ''}
      isOpen={Boolean(session)}
      onClose={onClose}
    >
      {session && <Content session={session} onClose={onClose} />}
    </Modal>
  );
};
