import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { createDrafts } from './form-draft.ts';
import { textsOf } from './form-values.ts';
import { useLeaveWarning } from './use-leave-warning.ts';

/** What was typed into a contact form and is not sent. */
const hasMessage = ({ message = '' }: Readonly<Record<string, string>>): boolean => message.trim() !== '';
const draft = createDrafts(hasMessage)('message');

/**
 * A contact form whose text is shown again after its screen was left. The browser asks before it closes or reloads the
 * page with a message that is not sent.
 * @returns the ref of the form
 */
export const useMessageDraft = (): RefObject<HTMLFormElement | null> => {
  const ref = useRef<HTMLFormElement>(null);
  // A layout effect ends in the task that removes the form, so that no reload comes between form and draft.
  useLayoutEffect(() => {
    const form = ref.current;
    if (!form) return;
    for (const [name, text] of Object.entries(draft.read() ?? {})) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value ||= text;
    }
    draft.forget();
    return () => draft.keep(textsOf(new FormData(form)));
  }, []);
  useLeaveWarning(
    useCallback(() => ref.current !== null && hasMessage(textsOf(new FormData(ref.current))), []),
  );
  return ref;
};
