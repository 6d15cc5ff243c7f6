import { adminPath } from '#shared/area-paths';

/** How long a shortcut waits for the search of the admin area: longer than its script takes on a slow line. */
const waitsMs = 10_000;

let pressedAt: number | undefined;

/** Whether a key press opens the search for anything: Ctrl or ⌘ with K, where no dialog is open. */
export const isFindShortcut = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' &&
  (event.ctrlKey || event.metaKey) &&
  // A form in an open dialog keeps its values.
  !document.querySelector('dialog[open], [aria-modal=true]');

/** Keeps a shortcut of the admin area that nothing has handled: its search is not there yet. */
export const keepFindShortcut = (): void => {
  window.addEventListener('keydown', (event) => {
    const isAdminArea = `${window.location.pathname}/`.startsWith(`${adminPath}/`);
    if (event.defaultPrevented || !isAdminArea || !isFindShortcut(event)) return;
    // In a browser the keys go to its address bar.
    event.preventDefault();
    pressedAt = performance.now();
  });
};

/** Whether a kept shortcut waits for the search; asked once. */
export const takeFindShortcut = (): boolean => {
  const waits = pressedAt !== undefined && performance.now() - pressedAt < waitsMs;
  pressedAt = undefined;
  return waits;
};
