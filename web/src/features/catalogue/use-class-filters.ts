import { useSearchParams } from 'react-router-dom';
import { listingParams } from '../../lib/listing-search.ts';
import { readFilters } from './class-filters.ts';

type Param = (typeof listingParams)[keyof typeof listingParams];

/** The listing's filters and order. They live in the address: a link or a reload shows the same classes. */
export const useClassFilters = () => {
  const [search, setSearch] = useSearchParams();

  const change = (edit: (next: URLSearchParams) => void): void =>
    // In place: the way back leads to the page before, not through every choice.
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        edit(next);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );

  return {
    filters: readFilters(search),
    /** An empty value takes the parameter out of the address. */
    set: (param: Param, value: string): void =>
      change((next) => (value ? next.set(param, value) : next.delete(param))),
    clear: (): void =>
      change((next) => {
        for (const param of [listingParams.programme, listingParams.day, listingParams.places]) {
          next.delete(param);
        }
      }),
  };
};
