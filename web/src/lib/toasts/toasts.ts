import { errorText } from '../api/api-error.ts';
import { loadChunk } from '../browser/load-chunk.ts';
import { requestToastRegion } from './toast-region-request.ts';

/** A toast. A visible toast with the same `id` is updated in place. */
export interface ToastMessage {
  readonly id?: string;
  readonly type: 'success' | 'error' | 'info';
  readonly title: string;
  readonly description?: string;
  readonly action?: { readonly label: string; readonly onClick: () => void };
}

const loadToaster = async () => {
  requestToastRegion();
  const { toaster, regionMounted } = await loadChunk(() => import('./toaster.ts'));
  await regionMounted;
  return toaster;
};

/** The id becomes part of `aria-labelledby`, a list separated by spaces. */
const withoutSpaces = (id: string): string => id.replaceAll(/\s+/g, '-');

/** Shows a toast, after the visible one has ended; returns its id. */
export const showToast = ({ id: requestedId = crypto.randomUUID(), ...message }: ToastMessage): string => {
  const id = withoutSpaces(requestedId);
  if (message.action?.label.trim() === '') {
    console.warn(`The action of the toast "${message.title}" has no label`);
  }
  void loadToaster().then((toaster) => toaster.create({ id, ...message }));
  return id;
};

/**
 * Shows an error toast with the server's message or the fallback (ERR-01, ERR-02). A repeated failure updates the
 * visible toast.
 */
export const showError = (error: unknown, fallback: string): void => {
  showToast({ id: fallback, type: 'error', title: 'Error', description: errorText(error, fallback) });
};
