import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { ReminderPreview } from '#shared/ledger/payments';
import type { UserId } from '#shared/lib/ids';
import { policies } from '#shared/policies';
import { Button } from '../../../components/controls.tsx';
import { Skeleton } from '../../../components/loading.tsx';
import { Modal, ModalButtons } from '../../../components/modal.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { attemptKeys } from '../../../lib/api/attempt-key.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { EmailPreview } from '../messages/email-preview.tsx';
import { FailureNotice } from '../notices.tsx';
import { everyRead } from '../queries.ts';
import { Loaded } from '../tables/loaded.tsx';

interface RemindDialogProps {
  /** The dialog is open while there are some. */
  readonly families: readonly UserId[];
  readonly onClose: () => void;
  readonly onSent: () => void;
}

const failure = 'Failed to send the reminders';

/** Whom a reminder reaches and what it says, before it is sent (PAY-08). */
export const RemindDialog = ({ families, onClose, onSent }: RemindDialogProps) => (
  <Modal role="dialog" title="Send Reminders?" isOpen={families.length > 0} onClose={onClose}>
    <RemindForm {...{ families, onClose, onSent }} />
  </Modal>
);

const RemindForm = ({ families, onClose, onSent }: RemindDialogProps) => {
  const body = { families: [...families] };
  const preview = useQuery(
    routeQuery(adminRoutes.getReminderPreview, { body }, 'Failed to load the reminder'),
  );
  const [keyOf] = useState(attemptKeys);
  const reminder = useSubmission({
    send: () => callRoute(adminRoutes.remindFamilies, { body, idempotencyKey: keyOf(body) }),
    failure,
    changes: everyRead,
    onDone: ({ recipients }) => {
      showToast({
        type: 'success',
        title: recipients === 1 ? 'One reminder is being sent' : `${recipients} reminders are being sent`,
      });
      onClose();
      onSent();
    },
  });
  return (
    <Stack gap="5">
      <Loaded query={preview} skeleton={<Skeleton height="48" borderRadius="md" aria-busy="true" />}>
        {(data) => <ShownReminder preview={data} />}
      </Loaded>
      <FailureNotice error={reminder.error} failure={failure} />
      <ModalButtons onCancel={onClose}>
        <Button
          type="button"
          disabled={reminder.isPending || !preview.data?.recipients}
          onClick={() => reminder.submit(undefined)}
        >
          {reminder.isPending ? 'Sending...' : 'Send Reminders'}
        </Button>
      </ModalButtons>
    </Stack>
  );
};

const skippedTexts = {
  settled: 'owe nothing that is due',
  recently: `were reminded in the last ${policies.money.reminderPauseDays} days`,
  unwanted: 'are not to be reminded',
} as const satisfies Record<keyof ReminderPreview['skipped'], string>;

const ShownReminder = ({
  preview: { recipients, skipped, subject, html },
}: {
  readonly preview: ReminderPreview;
}) => (
  <Stack gap="3">
    <Text fontWeight="semibold">
      {recipients === 1
        ? 'One email will be sent.'
        : `${recipients} emails will be sent, one to each family.`}
    </Text>
    {(['settled', 'recently', 'unwanted'] as const)
      .filter((reason) => skipped[reason] > 0)
      .map((reason) => (
        <Text key={reason} color="fg.muted">
          {skipped[reason]} left out, since they {skippedTexts[reason]}.
        </Text>
      ))}
    {recipients > 0 && <EmailPreview subject={subject} html={html} />}
  </Stack>
);
