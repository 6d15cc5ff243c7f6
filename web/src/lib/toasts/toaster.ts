import { createToaster } from '@chakra-ui/react/toast';

// A chunk of its own, loaded after the first screen: see toasts.ts.

/** Below the header: a toast over its buttons would keep the pointer that has just pressed one, and never end. */
const top = '4.75rem';
const side = '0.5rem';

/** The queue of toasts: one at a time, five seconds each (NTF-01, NTF-04). */
export const toaster = createToaster({
  placement: 'top-end',
  offsets: { top, right: side, bottom: side, left: side },
  max: 1,
  duration: 5_000,
  pauseOnPageIdle: true,
});

/** Settles once the region that shows toasts is on the page; what is raised before would be lost. */
export const { promise: regionMounted, resolve: announceRegion } = Promise.withResolvers<void>();
