import { useState } from 'react';
import { attemptKeys } from '../../lib/api/attempt-key.ts';
import { type SubmissionOptions, useSubmission } from '../../lib/forms/use-submission.ts';
import { showToast } from '../../lib/toasts/toasts.ts';
import { everyRead } from './queries.ts';

export interface ChangeOptions<Input, Output> extends Omit<SubmissionOptions<Input, Output>, 'send'> {
  /** @param keyOf makes the Idempotency-Key of a request: the same for each repetition */
  readonly send: (input: Input, keyOf: (request: object) => string) => Promise<Output>;
  readonly done: string | ((output: Output, input: Input) => string);
  /** Closes the dialog when the change is stored, before `onDone`. */
  readonly onClose?: () => void;
}

/** An administrator's change: a toast confirms it, and the area is read again (NTF-05). */
export const useChange = <Input, Output>(
  { send, done, onClose, onDone, ...options }: ChangeOptions<Input, Output>,
  makeKeys = attemptKeys,
) => {
  const [keyOf] = useState(makeKeys);
  const submission = useSubmission({
    changes: everyRead,
    ...options,
    send: (input: Input) => send(input, keyOf),
    onDone: (output, input) => {
      showToast({ type: 'success', title: typeof done === 'string' ? done : done(output, input) });
      onClose?.();
      onDone?.(output, input);
    },
  });
  return { ...submission, failure: options.failure };
};
