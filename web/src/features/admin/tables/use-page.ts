import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';

const stateSchema = z.object({ query: z.string(), trail: z.array(z.string()) });
const firstPage = { query: '', trail: [] };

/** Query parameter with the cursor of the page. */
const cursorParam = 'after';

/**
 * The current page of a list. The cursor is in the URL. The search may be a family's name, which must not be in URLs,
 * since servers log them: it is in the state of the history entry, with the cursors of the previous pages, so that
 * Back, Forward and Reload keep both.
 */
export const usePage = () => {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const cursor = new URLSearchParams(search).get(cursorParam) ?? undefined;
  const parsed = stateSchema.safeParse(state);
  const { query, trail } = parsed.success ? parsed.data : firstPage;

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
    /** Opens the first page of the same search. */
    restart: () => show(undefined, { query, trail: [] }, true),
    goOn: (next: string) => show(next, { query, trail: [...trail, cursor ?? ''] }),
    /** Opens the previous page, or the first one if the previous is unknown. */
    goBack: () => show(trail.at(-1) || undefined, { query, trail: trail.slice(0, -1) }),
  };
};

export type Page = ReturnType<typeof usePage>;
