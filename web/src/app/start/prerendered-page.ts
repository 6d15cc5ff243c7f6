/** `data-page` of the document for unknown paths: it matches every path. */
export const anyPath = '*';

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>;

/**
 * Whether the document's HTML is the screen of this address, so that React can hydrate it. A screen that depends on the
 * query or the hash (every page that is not `data-on-demand`) is prerendered without them and only matches without
 * them.
 */
export const canHydrate = ({ dataset }: Pick<HTMLElement, 'dataset'>, address: Address): boolean => {
  if (dataset.page === anyPath) return true;
  if (dataset.page !== address.pathname) return false;
  return 'onDemand' in dataset || (address.search === '' && address.hash === '');
};
