const passingTypes = ['search', 'password', 'checkbox', 'radio'];

type TextControl = HTMLInputElement | HTMLTextAreaElement;

const isTextControl = (control: EventTarget): control is TextControl =>
  control instanceof HTMLTextAreaElement ||
  (control instanceof HTMLInputElement && !passingTypes.includes(control.type));

/** Counts only fields that are still on the page. */
export const createTypedText = () => {
  let typed: readonly TextControl[] = [];
  return {
    add: (control: EventTarget | null): void => {
      if (!control || !isTextControl(control)) return;
      typed = [...typed.filter((other) => other !== control && other.isConnected), control];
    },
    hasText: (): boolean => typed.some(({ isConnected, value }) => isConnected && value.trim() !== ''),
  };
};
