import { trustedServiceWorker } from '../../lib/browser/trusted-types.ts';

/** Has the browser store the offline page, and a coach's pages. Browsers without service workers, and failures, are ignored. */
export const registerServiceWorker = async ({ isCoachs = false } = {}): Promise<void> => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(trustedServiceWorker());
    if (isCoachs) (await navigator.serviceWorker.ready).active?.postMessage('keep-coach-pages');
  } catch (failure) {
    console.info('The offline page could not be kept', failure);
  }
};
