import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useState } from 'react';
import { adminRoutes } from '#shared/contract/admin-routes';
import { counted } from '#shared/domain/text/counted';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { everyRead } from '../reads.ts';

/**
 * Asks an administrator to end old trials, which were over before the timer began to end trials, and hold their places
 * (TRI-01). The administrator confirms their number.
 */
export const OldTrials = ({ count }: { readonly count: number }) => {
  const [isAsking, setIsAsking] = useState(false);
  const trials = counted(count, 'trial', 'trials');
  const end = useSubmission({
    send: () => callRoute(adminRoutes.endOldTrials, { body: { count } }),
    failure: 'Failed to end the trials',
    changes: everyRead,
    onDone: () => {
      showToast({ type: 'success', title: `${trials} will end within minutes` });
      setIsAsking(false);
    },
    onFailed: () => setIsAsking(false),
  });
  return (
    <Card p="4">
      <Stack gap="3" align="start">
        <Text fontWeight="bold">
          {count === 1
            ? '1 trial of a past session still holds its place.'
            : `${count} trials of past sessions still hold their places.`}
        </Text>
        <Button type="button" variant="outline" onClick={() => setIsAsking(true)}>
          End {trials}
        </Button>
      </Stack>
      <ConfirmDialog
        title={`End ${trials}?`}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        action={[`End ${trials}`, 'Ending...']}
        isPending={end.isPending}
        onConfirm={() => end.submit(undefined)}
      >
        <Text>Their places can be booked again. What was charged stays charged. No email is sent.</Text>
      </ConfirmDialog>
    </Card>
  );
};
