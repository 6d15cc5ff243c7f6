import { useEffect } from 'react';
import { brand } from '#shared/brand';

/** Names the page in the browser's tab, history and bookmarks, and to screen readers on arrival. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} | ${brand.name}`;
  }, [title]);
};
