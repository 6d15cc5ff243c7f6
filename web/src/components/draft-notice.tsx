import { Info } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { FormDraft } from '../lib/forms/form-draft.ts';
import { Notice } from './notice.tsx';
import { Button } from './ui/button.tsx';
import { HStack } from './ui/stack.tsx';

export const DraftNotice = ({ onStartOver }: { readonly onStartOver: () => void }) => (
  <Notice status="info" icon={Info}>
    <HStack wrap="wrap" gap="3">
      These are your entries from before. They are not saved yet.
      <Button type="button" variant="outline" size="sm" onClick={onStartOver}>
        Start over
      </Button>
    </HStack>
  </Notice>
);

/** Both values must have the order of the form's fields. */
const areSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Keeps the unsaved values of a form as its draft.
 * @param form made with the values of the draft, or else the saved ones
 * @param saved the same object until the values change
 * @param draft the same object until it is another form's
 */
export const useFormDraft = <Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  saved: Input,
  draft: FormDraft<Input>,
) => {
  const [isRestored, setIsRestored] = useState(() => draft.read() !== undefined);
  useLayoutEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (areSame(values, saved)) draft.forget();
          else draft.keep(structuredClone(values));
        },
      }),
    [form, saved, draft],
  );
  const settle = (values: Input): void => {
    form.reset(values);
    draft.forget();
    setIsRestored(false);
  };
  return { isRestored, startOver: () => settle(saved), settle };
};
