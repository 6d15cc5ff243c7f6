import { startTransition, useOptimistic } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useIsHydrated } from '../../lib/browser/use-is-hydrated.ts';
import { listingParams } from '../../lib/pages/listing-search.ts';
import { readFilters } from './class-filters.ts';

const noFilter = new URLSearchParams();

type Param = (typeof listingParams)[keyof typeof listingParams];

/** The listing's filters and order. They live in the address: a link or a reload shows the same classes. */
export const useClassFilters = () => {
  const [params] = useSearchParams();
  // The prerendered listing has no filter yet.
  const search = useIsHydrated() ? params : noFilter;
  const [asked, ask] = useOptimistic(search);
  const navigate = useNavigate();

  const change = (edit: (next: URLSearchParams) => void): void => {
    // `window.location`, because the last change may not have been rendered yet.
    const next = new URLSearchParams(window.location.search);
    edit(next);
    startTransition(() => {
      ask(next);
      // Replaces the history entry, so that Back leaves the listing.
      navigate({ search: next.toString() }, { replace: true });
    });
  };

  return {
    filters: readFilters(search),
    /** What was chosen last: ahead of `filters` while their classes are rendered. */
    choices: readFilters(asked),
    /** An empty value takes the parameter out of the address. */
    set: (param: Param, value: string): void =>
      change((next) => (value ? next.set(param, value) : next.delete(param))),
    clear: (): void =>
      change((next) => {
        for (const param of [
          listingParams.programme,
          listingParams.day,
          listingParams.venue,
          listingParams.places,
        ]) {
          next.delete(param);
        }
      }),
  };
};
