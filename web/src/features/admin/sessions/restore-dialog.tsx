import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { adminRoutes } from '#shared/contract/admin-routes';
import { formatCents } from '#shared/domain/pricing/money';
import { counted } from '#shared/domain/text/counted';
import { formatLongDate } from '#shared/domain/text/format';
import type { CancelledSession, SessionKey } from '#shared/schemas/cancellation';
import { centsSchema } from '#shared/schemas/values';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { everyReadBut } from '../reads.ts';
import { cancelledSessionQuery } from './cancelled-session-query.ts';

interface RestoreDialogProps {
  /** The dialog is open while this is set. */
  readonly session: SessionKey | undefined;
  readonly onClose: () => void;
}

/** Without the read of the cancelled session, which answers 404 when it is on again. */
const changes = everyReadBut(adminRoutes.getCancelledSession);

/** Confirms that a cancelled session is on again (CAN-11). */
export const RestoreDialog = ({ session, onClose }: RestoreDialogProps) => {
  const restoration = useSubmission({
    send: (body: SessionKey) => callRoute(adminRoutes.restoreSession, { body }),
    failure: 'Failed to bring the session back',
    changes,
    onDone: ({ removed_make_up }) => {
      const title = 'The session is on again. The families are being told.';
      showToast({
        type: 'success',
        title: removed_make_up
          ? `${title} There is no session on ${formatLongDate(removed_make_up)}.`
          : title,
      });
      onClose();
    },
    onFailed: onClose,
  });
  return (
    <ConfirmDialog
      title={session ? `Bring back ${formatLongDate(session.date)}?` : 'Bring back?'}
      isOpen={session !== undefined}
      onClose={onClose}
      action={['Bring it back', 'Bringing it back...']}
      isPending={restoration.isPending}
      onConfirm={() => session && restoration.submit(session)}
    >
      <Text>
        The session is on again and the families are told. Credits for it are taken back. Trials that moved
        stay moved.
      </Text>
      {session && <Loss session={session} />}
    </ConfirmDialog>
  );
};

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

/** What families have got for the session. */
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
