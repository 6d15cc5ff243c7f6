import { createToaster } from '@chakra-ui/react/toast';

// Toasts are below the header; on a phone over it, because a toast as wide as the window would cover the title. A toast under the
// pointer does not expire, so it must not cover a button that was just pressed.
const top = window.matchMedia('(max-width: 767px)').matches
  ? 'calc(0.25rem + env(safe-area-inset-top))'
  : '4.75rem';
const side = '0.5rem';

/** Five seconds each (NTF-04). */
export const toaster = createToaster({
  placement: 'top-end',
  offsets: { top, right: side, bottom: side, left: side },
  duration: 5_000,
  pauseOnPageIdle: true,
});

/** Resolves when the toast region is mounted; toasts created earlier are lost. */
export const { promise: regionMounted, resolve: resolveRegionMounted } = Promise.withResolvers<void>();

/** A visible toast with the same `id` is updated in place. */
export interface ToastMessage {
  readonly id?: string;
  /** A success removes older toasts about the same form, session or other subject (NTF-17). */
  readonly subject?: string;
  readonly type: 'success' | 'error' | 'info';
  readonly title: string;
  readonly description?: string;
  readonly action?: { readonly label: string; readonly onClick: () => void };
}

type QueuedToast = ToastMessage & { readonly id: string };

let shown: QueuedToast | null = null;
let waiting: readonly QueuedToast[] = [];

// The toaster's own queue can neither replace nor remove a waiting toast.
const show = (toast: QueuedToast): void => {
  shown = toast;
  const { id, type, title, description, action } = toast;
  toaster.create({
    id,
    type,
    title,
    ...(description !== undefined && { description }),
    ...(action && { action: { ...action } }),
    onStatusChange: ({ status }) => status === 'unmounted' && showNext(),
  });
};

const showNext = (): void => {
  shown = null;
  const next = waiting.find(({ type }) => type === 'error') ?? waiting[0];
  if (!next) return;
  waiting = waiting.filter((toast) => toast !== next);
  show(next);
};

/** Shows one toast at a time, errors first (NTF-01). A toast replaces another one with the same id. */
export const enqueueToast = (toast: QueuedToast): void => {
  if (!shown || shown.id === toast.id) show(toast);
  else waiting = [...waiting.filter(({ id }) => id !== toast.id), toast];
};

export const removeToasts = (subject: string): void => {
  waiting = waiting.filter((toast) => toast.subject !== subject);
  if (shown?.subject === subject) toaster.dismiss(shown.id);
};
