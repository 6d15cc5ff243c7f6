import { showToast } from '../toasts/toasts.ts';

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
