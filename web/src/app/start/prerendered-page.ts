/** `data-page` of the document for unknown paths: it matches every path. */
export const anyPath = '*';

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>;

/**
 * Whether the document's HTML is the first screen of this address, so that React can hydrate it and keeps what was typed.
 * A first screen that depends on the query or the hash is prerendered without them and only matches without them.
 */
export const canHydrate = ({ dataset }: Pick<HTMLElement, 'dataset'>, address: Address): boolean => {
  if (dataset.page === anyPath) return true;
  if (dataset.page !== address.pathname) return false;
  return !('dependsOnQuery' in dataset) || (address.search === '' && address.hash === '');
};
