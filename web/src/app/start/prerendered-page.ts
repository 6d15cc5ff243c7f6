/** What `data-page` says in the document for addresses without a page. */
export const anyPath = '*';

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>;

/**
 * Whether the document holds the very screen that an address asks for, to be taken over as it is. Where a page looks
 * different with a query or a hash, it is made anew.
 */
export const isBuiltFor = ({ dataset }: Pick<HTMLElement, 'dataset'>, address: Address): boolean => {
  if (dataset.page === anyPath) return true;
  if (dataset.page !== address.pathname) return false;
  return 'onDemand' in dataset || (address.search === '' && address.hash === '');
};
