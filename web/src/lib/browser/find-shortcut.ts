import { adminPath } from '#shared/area-paths';

/** Longer than the script of the search takes on a slow line. */
const waitsMs = 10_000;

let pressedAt: number | undefined;

/** Whether a key press opens the search for anything: Ctrl or ⌘ with K, where no dialog is open. */
export const isFindShortcut = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' &&
  (event.ctrlKey || event.metaKey) &&
  // A form in an open dialog must not lose its values.
  !document.querySelector('[aria-modal=true]');

/** Remembers a shortcut that was pressed in the admin area before its search was loaded. */
export const rememberFindShortcut = (): void => {
  window.addEventListener('keydown', (event) => {
    const isAdminArea = `${window.location.pathname}/`.startsWith(`${adminPath}/`);
    if (event.defaultPrevented || !isAdminArea || !isFindShortcut(event)) return;
    // Otherwise the browser would focus its address bar.
    event.preventDefault();
    pressedAt = performance.now();
  });
};

/** Whether a shortcut was remembered and is not too old. Forgets it. */
export const takeFindShortcut = (): boolean => {
  const waits = pressedAt !== undefined && performance.now() - pressedAt < waitsMs;
  pressedAt = undefined;
  return waits;
};
