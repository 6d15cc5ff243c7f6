import { useState } from 'react';
import { pageSizes } from '#shared/limits';
import { tryStorage } from '../../../lib/browser/try-storage.ts';
import type { Page } from './use-page.ts';

/** Rows per page to choose from. */
export const pageSizeChoices = [25, pageSizes.usual, 100, pageSizes.most] as const;

const storageKey = 'rows-per-page';

const storedSize = (): number => {
  const stored = tryStorage(() => Number(localStorage.getItem(storageKey)));
  return pageSizeChoices.find((size) => size === stored) ?? pageSizes.usual;
};

/** Rows per page of all lists; the browser keeps the choice. Another choice opens the first page. */
export const usePageSize = ({ restart }: Pick<Page, 'restart'>) => {
  const [size, setSize] = useState(storedSize);
  const choose = (next: number): void => {
    setSize(next);
    restart();
    tryStorage(() => localStorage.setItem(storageKey, String(next)));
  };
  return { size, choose };
};
