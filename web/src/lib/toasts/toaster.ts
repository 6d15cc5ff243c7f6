import { createToaster } from '@chakra-ui/react/toast';

// Loaded on demand by toasts.ts.

/** Below the header. A toast under the pointer does not expire, so it must not cover a button that was just pressed. */
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

/** Resolves when the toast region is mounted; toasts created earlier are lost. */
export const { promise: regionMounted, resolve: resolveRegionMounted } = Promise.withResolvers<void>();
