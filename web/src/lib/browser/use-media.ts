import { useSyncExternalStore } from 'react';

const onResize = (changed: () => void): (() => void) => {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
};

/** Whether a media query about the window's size matches at present. Not for prerendered parts. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(onResize, () => window.matchMedia(query).matches);
