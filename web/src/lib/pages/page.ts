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

const subscribeToNothing = () => () => {};

/**
 * False in prerendered HTML and during hydration, true afterwards. A form with a password is rendered only when it is
 * true: the browser itself would submit an earlier one, with the password in the URL. What an address adds to a
 * prerendered screen is read only when it is true.
 */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
