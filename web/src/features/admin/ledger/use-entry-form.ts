import { useState } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { formKeys } from '../../../lib/api/attempt-key.ts';
import { showIssues, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { everyRead } from '../reads.ts';

const failure = 'Failed to record the entry';

interface EntryOptions<Body> {
  readonly send: (body: Body, idempotencyKey: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/**
 * The form of an entry. Sent again after a lost answer it is the same attempt (PAY-02).
 * @returns what the fields and the frame need
 */
export const useEntryForm = <Input extends FieldValues, Body extends object>(
  schema: z.ZodMiniType<Body, Input>,
  defaultValues: DefaultValues<Input>,
  { send, onClose }: EntryOptions<Body>,
) => {
  const [keyOf] = useState(formKeys);
  const { register, formState, handleSubmit, setError } = useSchemaForm(schema, defaultValues);
  const { submit, isPending, error } = useSubmission({
    send: (body: Body) => send(body, keyOf(body)),
    failure,
    changes: everyRead,
    onDone: () => {
      showToast({ type: 'success', title: 'Entry recorded' });
      onClose();
    },
    onFailed: (failed) => showIssues(failed, setError),
  });
  return {
    register,
    errors: formState.errors,
    frame: { onSubmit: handleSubmit(submit), onClose, isPending, error, failure },
  };
};
