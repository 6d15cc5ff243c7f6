import { useEffect } from 'react';

const { promise, resolve } = Promise.withResolvers<void>();

/** Resolves when the first screen is rendered or hydrated and its event handlers are attached. */
export const interactive: Promise<void> = promise;

/**
 * Resolves `interactive`. Rendered inside the same Suspense boundary as the screen, because React hydrates each
 * boundary separately.
 */
export const InteractiveSignal = () => {
  useEffect(resolve, []);
  return null;
};
