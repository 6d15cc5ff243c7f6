import { useEffect } from 'react';
import { brand } from '#shared/brand';

/** A page's title as browsers and search engines show it. */
export const fullTitle = (title: string): string => `${title} | ${brand.name}`;

/** Names the page in the browser's tab, history and bookmarks, and to screen readers on arrival. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = fullTitle(title);
  }, [title]);
};
