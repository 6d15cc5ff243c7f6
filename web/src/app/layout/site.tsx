import { QueryClientProvider } from '@tanstack/react-query';
import { type PropsWithChildren, StrictMode, useEffect, useInsertionEffect, useLayoutEffect } from 'react';
import { createQueryClient, followSignIn } from '../../lib/api/query-client.ts';
import { createTypedText } from '../../lib/forms/typed-text.ts';
import { watchSignIn } from '../../lib/sign-in/auth.ts';
import { addUnsaved } from '../../lib/sign-in/sign-in.ts';

const renderedSignal = Promise.withResolvers<void>();
const interactiveSignal = Promise.withResolvers<void>();

/** Resolves in the task that renders or hydrates the first screen. */
export const rendered: Promise<void> = renderedSignal.promise;

let noteBefore: (() => void) | undefined;

/** Calls back in the task that hydrates the first screen, before forms have their fields. */
export const beforeFields = (note: () => void): void => {
  noteBefore = note;
};

/** Resolves when the effects have run too, so that the page handles events. */
export const interactive: Promise<void> = interactiveSignal.promise;

/** The signal is inside the screen's Suspense boundary, because React hydrates boundaries separately. */
export const InteractiveSignal = () => {
  useInsertionEffect(() => noteBefore?.(), []);
  useLayoutEffect(renderedSignal.resolve, []);
  useEffect(interactiveSignal.resolve, []);
  return null;
};

const queryClient = createQueryClient();
const typedText = createTypedText();
addUnsaved(typedText.hasText);

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
