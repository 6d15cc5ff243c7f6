import { showToast } from '../toasts/toasts.ts';

export const saveFile = (name: string, text: string, type = 'application/json'): void => {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has started when the next task runs.
  setTimeout(() => URL.revokeObjectURL(address));
};

/** Copies a text and shows whether the browser allowed it. @param name of the copied thing, with a capital letter */
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
