import { useEffect, useSyncExternalStore } from 'react';
import { brand } from '#shared/brand';

/** The document title of a page. */
export const fullTitle = (title: string): string => `${title} | ${brand.name}`;

/** Sets the document title. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = fullTitle(title);
  }, [title]);
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
