import { Text } from '@chakra-ui/react/text';
import { useState } from 'react';
import { adminRoutes } from '#shared/contract/admin-routes';
import { formatCents } from '#shared/domain/pricing/money';
import type { UserId } from '#shared/schemas/ids';
import type { ManagedStatement } from '#shared/schemas/statement';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { everyRead } from '../reads.ts';

type Entry = ManagedStatement['entries'][number];

interface EntryMoreProps {
  readonly parentId: UserId;
  readonly entry: Entry;
}

/** Whether an administrator recorded it, and it still counts. */
const canBeTakenBack = ({ key, taken_back }: Entry): boolean => /^(?:ATTEMPT|ROW)#/.test(key) && !taken_back;

/** The button that takes an entry back (PAY-05). */
export const EntryMore = ({ parentId, entry }: EntryMoreProps) => {
  const [isAsked, setIsAsked] = useState(false);
  const taking = useSubmission({
    send: () => callRoute(adminRoutes.takeBackEntry, { params: { parentId }, body: { entry: entry.key } }),
    failure: 'Failed to take the entry back',
    changes: everyRead,
    onDone: () => showToast({ type: 'success', title: 'Entry taken back' }),
    onFailed: () => setIsAsked(false),
  });
  return (
    <>
      {canBeTakenBack(entry) && (
        <Button type="button" variant="outline" size="compact" onClick={() => setIsAsked(true)}>
          Take back
        </Button>
      )}
      <ConfirmDialog
        title="Take this entry back?"
        isOpen={isAsked && !entry.taken_back}
        onClose={() => setIsAsked(false)}
        action={['Take Back', 'Taking back...']}
        isPending={taking.isPending}
        onConfirm={() => taking.submit(undefined)}
      >
        <Text>
          A counter-entry of {formatCents(entry.amount)} is recorded. Both stay in the account. This cannot be
          undone.
          {entry.key.startsWith('ROW#') &&
            ' Its row of the bank file is free again: choose the file once more to record it for another family.'}
        </Text>
      </ConfirmDialog>
    </>
  );
};
