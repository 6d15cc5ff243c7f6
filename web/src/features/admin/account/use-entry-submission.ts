import { useState } from 'react';
import { attemptKeys } from '../../../lib/api/attempt-key.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { everyRead } from '../reads.ts';

export const entryFailure = 'Failed to record the entry';

interface EntrySubmission<Body extends object> {
  readonly send: (body: Body, idempotencyKey: string) => Promise<unknown>;
  readonly onClose: () => void;
  readonly onFailed: (error: unknown) => void;
}

/** Records an entry: sent again after a lost answer it is the same attempt (PAY-02). */
export const useEntrySubmission = <Body extends object>({
  send,
  onClose,
  onFailed,
}: EntrySubmission<Body>) => {
  const [keyOf] = useState(attemptKeys);
  return useSubmission({
    send: (body: Body) => send(body, keyOf(body)),
    failure: entryFailure,
    changes: everyRead,
    onDone: () => {
      showToast({ type: 'success', title: 'Entry recorded' });
      onClose();
    },
    onFailed,
  });
};
