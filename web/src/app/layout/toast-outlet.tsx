import { lazy, Suspense, useEffect } from 'react';
import { loadChunk } from '../../lib/browser/load-chunk.ts';
import { requestToastRegion, useToastRegionRequested } from '../../lib/toasts/toast-region-request.ts';

const ToastRegion = lazy(async () => ({
  default: (await loadChunk(() => import('../../components/toast-region.tsx'))).ToastRegion,
}));

const firstActions = ['pointerdown', 'keydown'];

/**
 * Loads the toast region (18 KB gzip) at the first press or key, or with the first toast. Loading it early means that
 * the toast about a lost connection can be shown.
 */
export const ToastOutlet = () => {
  const isRequested = useToastRegionRequested();
  useEffect(() => {
    const listening = new AbortController();
    for (const action of firstActions) {
      window.addEventListener(action, requestToastRegion, {
        once: true,
        passive: true,
        signal: listening.signal,
      });
    }
    return () => listening.abort();
  }, []);
  return (
    isRequested && (
      <Suspense>
        <ToastRegion />
      </Suspense>
    )
  );
};
