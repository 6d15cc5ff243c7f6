import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Route } from '#shared/contract/route';
import { readsOf } from '../api/route-query.ts';
import { showError } from '../toasts/toasts.ts';

interface SubmissionOptions<Input, Output> {
  readonly send: (input: Input) => Promise<Output>;
  /** What the toast says when it fails and the server has no message of its own. */
  readonly failure: string;
  /** Reads that are out of date after it, also after a refusal, which may have been due to old data (NTF-05). */
  readonly changes?: readonly Route[];
  readonly onDone?: (output: Output, input: Input) => void;
  readonly onFailed?: (error: unknown) => void;
}

/** A change that a person sends: one at a time, however quickly the button is pressed. */
export const useSubmission = <Input, Output>(options: SubmissionOptions<Input, Output>) => {
  const { send, failure, changes = [], onDone, onFailed } = options;
  const queryClient = useQueryClient();
  // Known at once; `isPending` is only known after the next rendering, too late for the second click of a double one.
  const isUnderWay = useRef(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    // What was sent may hold a password: it is forgotten with the form.
    gcTime: 0,
    onSuccess: (output, input) => onDone?.(output, input),
    onError: (failed) => {
      showError(failed, failure);
      onFailed?.(failed);
    },
    onSettled: () => {
      isUnderWay.current = false;
      for (const route of changes) void queryClient.invalidateQueries(readsOf(route));
    },
  });
  const submit = (input: Input): void => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutate(input);
  };
  return { submit, isPending, error };
};
