import { useEffect } from 'react';
import { brand } from '#shared/brand';

/** The document title of a page. */
export const fullTitle = (title: string): string => `${title} | ${brand.name}`;

/** Sets the document title. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = fullTitle(title);
  }, [title]);
};
