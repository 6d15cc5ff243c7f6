import { useState } from 'react';
import { pageSizes } from '#shared/limits';

/** Rows per page to choose from. */
export const pageSizeChoices = [25, pageSizes.usual, 100, pageSizes.most] as const;

const storageKey = 'rows-per-page';

const storedSize = (): number => {
  try {
    const stored = Number(localStorage.getItem(storageKey));
    return pageSizeChoices.find((size) => size === stored) ?? pageSizes.usual;
  } catch {
    // A browser that blocks storage.
    return pageSizes.usual;
  }
};

/** Rows per page of all lists; the browser keeps the choice. */
export const usePageSize = (): readonly [size: number, choose: (size: number) => void] => {
  const [size, setSize] = useState(storedSize);
  const choose = (next: number) => {
    setSize(next);
    try {
      localStorage.setItem(storageKey, String(next));
    } catch {
      // The choice holds until the list is closed.
    }
  };
  return [size, choose];
};
