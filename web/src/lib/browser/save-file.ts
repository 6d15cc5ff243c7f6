import { showToast } from '../toasts/toasts.ts';

/** Saves a text as a downloaded file, without a request. */
export const saveFile = (name: string, text: string, type = 'application/json'): void => {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has started by the next task.
  setTimeout(() => URL.revokeObjectURL(address));
};

/**
 * Copies a text to the clipboard, and says whether that was possible: a browser can refuse it.
 * @param name of what is copied, with a capital letter
 */
export const copyText = async (name: string, text: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ type: 'success', title: `${name} copied` });
  } catch {
    showToast({
      type: 'error',
      title: 'Could not copy',
      description: `Please copy the ${name.toLowerCase()} by hand.`,
    });
  }
};
