import { lazy, Suspense, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { loadChunk } from '../../../lib/browser/load-chunk.ts';
import { type SubmissionOptions, useSubmission } from '../../../lib/forms/use-submission.ts';

// Few visits need it, so it is not in the chunk of the admin area.
const IdentityDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./identity-dialog.tsx'))).IdentityDialog,
}));

const isPasswordAsked = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'freshSignInRequired';

/** Where the sign-in is too old, `dialog` asks for password and code, and sends the same request again with what was typed. */
export const useFreshSubmission = <Input extends object, Output extends object>({
  send,
  onDone,
  ...options
}: SubmissionOptions<Input, Output>) => {
  const [waiting, setWaiting] = useState<Input>();
  const [isAsking, setAsking] = useState(false);
  const { submit, isPending } = useSubmission({
    ...options,
    send: async (input: Input) => {
      try {
        return await send(input);
      } catch (error) {
        if (isPasswordAsked(error)) return undefined;
        throw error;
      }
    },
    onDone: (output, input) => {
      if (output) return onDone?.(output, input);
      setWaiting(input);
      setAsking(true);
    },
  });
  const dialog = waiting && (
    <Suspense>
      <IdentityDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirmed={() => {
          setAsking(false);
          submit(waiting);
        }}
      />
    </Suspense>
  );
  return { submit, isPending, dialog };
};
