import { adminRoutes } from '#shared/contract/admin-routes';
import { limits } from '#shared/limits';
import type { MessageId, RecipientId } from '#shared/schemas/ids';
import type { LoggedRecipient } from '#shared/schemas/message-log';
import { Button } from '../../../components/button.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { FailureNotice } from '../failure-notice.tsx';

const failure = 'Failed to send again';

interface SendAgainButtonProps {
  readonly messageId: MessageId;
  readonly recipients: readonly LoggedRecipient[];
}

/** Sends again, by hand, to recipients that were held back or are unknown; shown where there are some (MSG-03). */
export const SendAgainButton = ({ messageId, recipients }: SendAgainButtonProps) => {
  const unsent = recipients.filter(({ state }) => state === 'held-back' || state === 'unknown');
  const sending = useSubmission({
    send: (ids: RecipientId[]) =>
      callRoute(adminRoutes.sendMessageAgain, { params: { messageId }, body: { recipients: ids } }),
    failure,
    changes: [adminRoutes.getMessage, adminRoutes.listMessages],
    onDone: ({ queued }) => showToast({ type: 'success', title: `Sending again to ${queued}` }),
  });
  if (unsent.length === 0) return null;
  return (
    <>
      <FailureNotice error={sending.error} failure={failure} />
      <Button
        type="button"
        variant="outline"
        alignSelf="start"
        disabled={sending.isPending}
        onClick={() => sending.submit(unsent.slice(0, limits.sentAgainAtOnce).map(({ id }) => id))}
      >
        {sending.isPending
          ? 'Sending...'
          : `Send Again to ${Math.min(unsent.length, limits.sentAgainAtOnce)}`}
      </Button>
    </>
  );
};
