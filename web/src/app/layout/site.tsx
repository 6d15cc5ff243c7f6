import { QueryClientProvider } from '@tanstack/react-query';
import { type PropsWithChildren, StrictMode, useEffect, useInsertionEffect, useLayoutEffect } from 'react';
import { createQueryClient, followSignIn } from '../../lib/api/query-client.ts';
import { createTypedText } from '../../lib/forms/typed-text.ts';
import { watchSignIn } from '../../lib/sign-in/auth.ts';
import { addUnsaved } from '../../lib/sign-in/sign-in.ts';

const renderedSignal = Promise.withResolvers<void>();
const interactiveSignal = Promise.withResolvers<void>();

/** Resolves when the first screen is rendered or hydrated, in the same task. */
export const rendered: Promise<void> = renderedSignal.promise;

let noteBefore: (() => void) | undefined;

/** Calls back when the first screen is about to be hydrated, in the same task and before forms get their fields. */
export const beforeFields = (note: () => void): void => {
  noteBefore = note;
};

/** Resolves when its effects have run too: it handles events. */
export const interactive: Promise<void> = interactiveSignal.promise;

/**
 * Resolves `rendered` and `interactive`. Rendered inside the same Suspense boundary as the screen, because React hydrates each
 * boundary separately.
 */
export const InteractiveSignal = () => {
  useInsertionEffect(() => noteBefore?.(), []);
  useLayoutEffect(renderedSignal.resolve, []);
  useEffect(interactiveSignal.resolve, []);
  return null;
};

const queryClient = createQueryClient();
const typedText = createTypedText();
addUnsaved(typedText.hasText);

/** Provides query cache and sign-in to every page, in the browser and while prerendering. */
export const Site = ({ children }: PropsWithChildren) => {
  useEffect(watchSignIn, []);
  useEffect(() => followSignIn(queryClient), []);
  useEffect(() => {
    const note = ({ target }: Event) => typedText.add(target);
    document.addEventListener('input', note, { capture: true });
    return () => document.removeEventListener('input', note, { capture: true });
  }, []);
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </StrictMode>
  );
};
