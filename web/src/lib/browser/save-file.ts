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
