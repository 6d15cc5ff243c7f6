import { useSyncExternalStore } from 'react';
import { belowWide, phone } from './table-styles.ts';

const onResize = (changed: () => void): (() => void) => {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
};

/** Whether the rows of a table have two lines at present. Their widths then do not depend on each other. */
export const useTwoLines = (isWide: boolean): boolean =>
  useSyncExternalStore(
    onResize,
    () => window.matchMedia((isWide ? belowWide : phone).replace('@media ', '')).matches,
  );
