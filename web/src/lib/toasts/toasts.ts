import { errorText } from '../api/api-error.ts';
import { loadChunk } from '../browser/load-chunk.ts';
import { needToasts } from './toast-need.ts';

/** A short message over the screen. `id`: while a toast with this id shows, it is updated in place. */
export interface ToastMessage {
  readonly id?: string;
  readonly type: 'success' | 'error' | 'info';
  readonly title: string;
  readonly description?: string;
  readonly action?: { readonly label: string; readonly onClick: () => void };
}

const loadToaster = async () => {
  needToasts();
  const { toaster, regionMounted } = await loadChunk(() => import('./toaster.ts'));
  await regionMounted;
  return toaster;
};

/** An id of the document that names a toast's title to screen readers: with a space in it, it would name nothing. */
const withoutSpaces = (id: string): string => id.replaceAll(/\s+/g, '-');

/** Shows a toast, or puts it in the queue behind the one that shows; gives its id. */
export const showToast = ({ id: wanted = crypto.randomUUID(), ...message }: ToastMessage): string => {
  const id = withoutSpaces(wanted);
  if (message.action?.label.trim() === '') {
    console.warn(`The action of the toast "${message.title}" has no label`);
  }
  void loadToaster().then((toaster) => toaster.create({ id, ...message }));
  return id;
};

/**
 * Shows a failure as the product's error toast: the server's message, or the fallback (ERR-01, ERR-02). The same
 * failure again updates the toast that shows.
 */
export const showError = (error: unknown, fallback: string): void => {
  showToast({ id: fallback, type: 'error', title: 'Error', description: errorText(error, fallback) });
};
