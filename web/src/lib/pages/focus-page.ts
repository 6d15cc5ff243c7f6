/** Moves the focus to the page: the control that had it is removed. */
export const focusPage = (): void => document.querySelector('main')?.focus({ preventScroll: true });
