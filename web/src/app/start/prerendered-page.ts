import type { Address } from '../../lib/pages/lazy-screen.tsx';

/** `data-page` of the document for unknown paths. */
export const anyPath = '*';

/** Named parameters match any id. */
export const isPageAt = (page: string, pathname: string): boolean => {
  const segments = pathname.split('/');
  const pageSegments = page.split('/');
  return (
    segments.length === pageSegments.length &&
    pageSegments.every((segment, index) =>
      segment.startsWith(':') ? segments[index] !== '' : segment === segments[index],
    )
  );
};

/**
 * Whether the document's HTML is the first screen of this address, so that React can hydrate it without losing typed
 * text. The query chooses the document of a view; only the hash, which no request carries, can name another view. No
 * first screen depends on the ids of its path.
 */
export const canHydrate = ({ dataset }: Pick<HTMLElement, 'dataset'>, address: Address): boolean => {
  if (dataset.page === anyPath) return true;
  if (dataset.page === undefined || !isPageAt(dataset.page, address.pathname)) return false;
  return dataset.view === undefined || dataset.view === 'reset' || !address.hash.includes('type=recovery');
};
