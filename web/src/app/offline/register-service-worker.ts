import { trustedServiceWorker } from '../../lib/browser/trusted-types.ts';

/**
 * Has the browser keep the offline page, and those of a coach. A browser without service workers, or a failure, changes
 * nothing else.
 */
export const registerServiceWorker = async ({ isCoachs = false } = {}): Promise<void> => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(trustedServiceWorker());
    if (isCoachs) (await navigator.serviceWorker.ready).active?.postMessage('keep-coach-pages');
  } catch (failure) {
    console.info('The offline page could not be kept', failure);
  }
};
