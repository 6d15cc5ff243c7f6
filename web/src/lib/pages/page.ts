import { startTransition, useEffect, useOptimistic, useSyncExternalStore } from 'react';
import { brand } from '#shared/brand';

/** The document title of a page. */
export const fullTitle = (title: string): string => `${title} | ${brand.name}`;

/** Sets the document title. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = fullTitle(title);
  }, [title]);
};

/**
 * The path that a link asks for, from its press until the page is shown; null without one. Its page is rendered in a transition,
 * before which nothing else would be painted. A link notes its path when it is pressed.
 */
export const useAskedPath = (): readonly [asked: string | null, note: (path: string) => void] => {
  const [asked, note] = useOptimistic<string | null>(null);
  return [asked, (path) => startTransition(() => note(path))];
};

/** Moves the focus to the page: the control that had it is removed. */
export const focusPage = (): void => document.querySelector('main')?.focus({ preventScroll: true });

/**
 * A ref of what takes the place of a form after a press: the page is at its top, and the focus on it (FAM-03). The element
 * needs `tabIndex={-1}`.
 */
export const showResult = (result: HTMLElement | null): void => {
  if (!result) return;
  window.scrollTo({ top: 0, behavior: 'instant' });
  result.focus({ preventScroll: true });
};

const subscribeToNothing = () => () => {};

/**
 * False in prerendered HTML and during hydration, true afterwards. What an address or the browser's storage adds to a
 * prerendered screen is read only when it is true.
 */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
