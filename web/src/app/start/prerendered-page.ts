/** `data-page` of the document for unknown paths: it matches every path. */
export const anyPath = '*';

/** Whether a path is that of a page, whose path has named parameters for ids. */
export const isPageAt = (page: string, pathname: string): boolean => {
  const parts = pathname.split('/');
  const pageParts = page.split('/');
  return (
    parts.length === pageParts.length &&
    pageParts.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]))
  );
};

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>;

/**
 * Whether the document's HTML is the first screen of this address, so that React can hydrate it and keeps what was typed.
 * A first screen that depends on the query or the hash is prerendered without them and only matches without them. No first
 * screen depends on the ids of its path.
 */
export const canHydrate = ({ dataset }: Pick<HTMLElement, 'dataset'>, address: Address): boolean => {
  if (dataset.page === anyPath) return true;
  if (dataset.page === undefined || !isPageAt(dataset.page, address.pathname)) return false;
  return !('dependsOnQuery' in dataset) || (address.search === '' && address.hash === '');
};
