import { lazy, Suspense, useEffect } from 'react';
import { loadChunk } from '../../lib/browser/load-chunk.ts';
import { needToasts, useToastNeed } from '../../lib/toasts/toast-need.ts';

const ToastRegion = lazy(async () => ({
  default: (await loadChunk(() => import('../../components/toast-region.tsx'))).ToastRegion,
}));

const firstActions = ['pointerdown', 'keydown'];

/**
 * The place of the toasts. Their 18 KB (gzip) are loaded when the visitor first does something, so before most toasts
 * and long before the network may be gone, or else with the first toast. A first visit paints without them.
 */
export const ToastOutlet = () => {
  const isNeeded = useToastNeed();
  useEffect(() => {
    const listening = new AbortController();
    for (const action of firstActions) {
      window.addEventListener(action, needToasts, { once: true, passive: true, signal: listening.signal });
    }
    return () => listening.abort();
  }, []);
  return (
    isNeeded && (
      <Suspense>
        <ToastRegion />
      </Suspense>
    )
  );
};
