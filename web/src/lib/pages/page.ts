import { useEffect, useSyncExternalStore } from 'react';
import { brand } from '#shared/brand';

export const fullTitle = (title: string): string => `${title} | ${brand.name}`;

export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = fullTitle(title);
  }, [title]);
};

/** The focus needs a new place because the focused control is removed. */
export const focusPage = (): void => document.querySelector('main')?.focus({ preventScroll: true });

/** A ref that scrolls to the top and focuses the form's replacement (FAM-03), which needs `tabIndex={-1}`. */
export const showResult = (result: HTMLElement | null): void => {
  if (!result) return;
  window.scrollTo({ top: 0, behavior: 'instant' });
  result.focus({ preventScroll: true });
};

const subscribeToNothing = () => () => {};

/** False in prerendered HTML and during hydration. Screens read the address and the browser's storage only when it is true. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
