import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Route } from '#shared/contract/route';
import { type CachedReads, readAgain } from '../api/read-again.ts';
import { showError, withdrawToasts } from '../toasts/toasts.ts';
import { useSubmitGuard } from './use-public-form.ts';

export interface SubmissionOptions<Input, Output> {
  readonly send: (input: Input) => Promise<Output>;
  /** The toast's text when the server has no specific message. */
  readonly failure: string;
  /** Reads to repeat, also after a refusal, which stale data may have caused (NTF-05). */
  readonly changes?: readonly Route[] | CachedReads;
  readonly onDone?: ((output: Output, input: Input) => void) | undefined;
  readonly onFailed?: (error: unknown) => void;
  /** Whether the page itself shows the error, so that no toast is needed. */
  readonly isShown?: (error: unknown) => boolean;
}

/** A mutation of a button or form; ignores submits while one is pending. */
export const useSubmission = <Input, Output>(options: SubmissionOptions<Input, Output>) => {
  const { send, failure, changes = [], onDone, onFailed, isShown } = options;
  const queryClient = useQueryClient();
  const guard = useSubmitGuard();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: send,
    gcTime: 0,
    onSuccess: (output, input) => {
      withdrawToasts(failure);
      onDone?.(output, input);
    },
    onError: (failed) => {
      if (!isShown?.(failed)) showError(failed, failure);
      onFailed?.(failed);
    },
    onSettled: () => {
      guard.end();
      for (const changed of [changes].flat()) readAgain(queryClient, changed);
    },
  });
  const submit = (input: Input): void => {
    if (guard.begin()) mutate(input);
  };
  return { submit, isPending, isDone: isSuccess, error };
};
