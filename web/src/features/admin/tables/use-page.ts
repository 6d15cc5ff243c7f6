import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';

const stateSchema = z.object({ query: z.string(), trail: z.array(z.string()) });
const firstPage = { query: '', trail: [] };

/** The parameter of the address that says after which row the page begins. */
const cursorParam = 'after';

/**
 * Which page of a list shows. The address holds where it begins. What was searched for may be a family's name, which
 * belongs in no address (it would be in the logs of every server it passes): it is kept with the entry of the
 * browser's history, as are the beginnings of the pages before, so that Back, Forward and Reload keep it.
 */
export const usePage = () => {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const cursor = new URLSearchParams(search).get(cursorParam) ?? undefined;
  const known = stateSchema.safeParse(state);
  const { query, trail } = known.success ? known.data : firstPage;

  const show = (next: string | undefined, nextState: z.infer<typeof stateSchema>, replace = false) =>
    navigate(
      { search: next ? `?${new URLSearchParams({ [cursorParam]: next })}` : '' },
      { state: nextState, replace },
    );
  return {
    query,
    cursor,
    isFirst: cursor === undefined,
    find: (text: string) => show(undefined, { query: text, trail: [] }, true),
    goOn: (next: string) => show(next, { query, trail: [...trail, cursor ?? ''] }),
    /** To the page before; to the first one where nothing is known of it. */
    goBack: () => show(trail.at(-1) || undefined, { query, trail: trail.slice(0, -1) }),
  };
};

export type Page = ReturnType<typeof usePage>;
