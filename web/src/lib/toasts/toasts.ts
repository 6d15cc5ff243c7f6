import { useSyncExternalStore } from 'react';
import { errorText, UnreadableAnswerError } from '../api/api-error.ts';
import { loadChunk } from '../browser/load-chunk.ts';
import type { ToastMessage } from './toaster.ts';

let isRequested = false;
const listeners = new Set<() => void>();

export const requestToastRegion = (): void => {
  isRequested = true;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useToastRegionRequested = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isRequested,
    () => false,
  );

const loadToaster = async () => {
  requestToastRegion();
  const toaster = await loadChunk(() => import('./toaster.ts'));
  await toaster.regionMounted;
  return toaster;
};

const subjects = new Set<string>();

/** The id becomes one word of `aria-labelledby`, a list separated by spaces. */
const withoutSpaces = (id: string): string => id.replaceAll(/\s+/g, '-');

export const showToast = ({ id: requestedId = crypto.randomUUID(), ...message }: ToastMessage): string => {
  const id = withoutSpaces(requestedId);
  if (message.action?.label.trim() === '') {
    console.warn(`The action of the toast "${message.title}" has no label`);
  }
  if (message.subject !== undefined) {
    if (message.type === 'success') withdrawToasts(message.subject);
    subjects.add(message.subject);
  }
  void loadToaster().then(({ enqueueToast }) => enqueueToast({ id, ...message }));
  return id;
};

/** Removes toasts that no longer apply: the visible one and those that wait (NTF-17). */
export const withdrawToasts = (subject: string): void => {
  if (subjects.delete(subject)) void loadToaster().then(({ removeToasts }) => removeToasts(subject));
};

/** Shows the server's message or the fallback (ERR-01, ERR-02). A repeated failure updates the visible toast. */
export const showError = (error: unknown, fallback: string): void => {
  // The notice of a new version is shown instead (REL-03).
  if (error instanceof UnreadableAnswerError) return;
  showToast({
    id: fallback,
    subject: fallback,
    type: 'error',
    title: 'Error',
    description: errorText(error, fallback),
  });
};
