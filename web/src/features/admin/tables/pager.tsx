import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { pageSizes } from '#shared/limits';
import { Select } from '../../../components/select.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { HStack } from '../../../components/ui/stack.tsx';
import { tryStorage } from '../../../lib/browser/try-storage.ts';

const stateSchema = z.object({ query: z.string(), trail: z.array(z.string()) });
const firstPage = { query: '', trail: [] };

const cursorParam = 'after';

/**
 * The current page of a list. The URL has the cursor. Servers log URLs, and the search may be a family's name: the
 * history entry's state has it, with the cursors of the previous pages, so that Back, Forward and Reload keep both.
 * @param filters query parameters of the list's filters, which every page keeps
 */
export const usePage = (filters: readonly string[] = []) => {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const params = new URLSearchParams(search);
  const cursor = params.get(cursorParam) ?? undefined;
  const parsed = stateSchema.safeParse(state);
  const { query, trail } = parsed.success ? parsed.data : firstPage;

  const show = (
    next: string | undefined,
    nextState: z.infer<typeof stateSchema>,
    { replace = false, filter = {} }: { replace?: boolean; filter?: Readonly<Record<string, string>> } = {},
  ) => {
    // A filter may be set again before the last choice is rendered, so the present address is read.
    const present = new URLSearchParams(window.location.search);
    const changed = new URLSearchParams();
    for (const name of filters) {
      const value = filter[name] ?? present.get(name);
      if (value) changed.set(name, value);
    }
    if (next) changed.set(cursorParam, next);
    return navigate({ search: changed.toString() }, { state: nextState, replace });
  };
  return {
    query,
    cursor,
    isFirst: cursor === undefined,
    find: (text: string) => show(undefined, { query: text, trail: [] }, { replace: true }),
    filter: (name: string): string => params.get(name) ?? '',
    setFilter: (name: string, value: string) =>
      show(undefined, { query, trail: [] }, { replace: true, filter: { [name]: value } }),
    restart: () => show(undefined, { query, trail: [] }, { replace: true }),
    goOn: (next: string) => show(next, { query, trail: [...trail, cursor ?? ''] }),
    goBack: () => show(trail.at(-1) || undefined, { query, trail: trail.slice(0, -1) }),
  };
};

export type Page = ReturnType<typeof usePage>;

const pageSizeChoices = [25, pageSizes.usual, 100, pageSizes.most] as const;

const storageKey = 'rows-per-page';

const storedSize = (): number => {
  const stored = tryStorage(() => Number(localStorage.getItem(storageKey)));
  return pageSizeChoices.find((size) => size === stored) ?? pageSizes.usual;
};

/** The browser stores the choice for all lists. Another choice opens the first page. */
export const usePageSize = ({ restart }: Pick<Page, 'restart'>) => {
  const [size, setSize] = useState(storedSize);
  const choose = (next: number): void => {
    setSize(next);
    restart();
    tryStorage(() => localStorage.setItem(storageKey, String(next)));
  };
  return { size, choose };
};

interface PagerProps {
  readonly page: Pick<Page, 'isFirst' | 'goOn' | 'goBack'>;
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null;
  readonly rows?: ReturnType<typeof usePageSize>;
}

const smallest = Math.min(...pageSizeChoices);

const fromTheTop = (turn: () => void) => () => {
  turn();
  window.scrollTo({ top: 0, behavior: 'instant' });
};

export const Pager = ({ page, next, rows }: PagerProps) => {
  const id = useId();
  const hasPages = !page.isFirst || next !== null;
  if (!hasPages && (rows?.size ?? smallest) === smallest) return null;
  return (
    <HStack as="nav" aria-label="Pages" justify="space-between" wrap="wrap" gap="3">
      <Button type="button" variant="outline" disabled={page.isFirst} onClick={fromTheTop(page.goBack)}>
        <ChevronLeft size="1.2em" aria-hidden />
        Previous
      </Button>
      {rows && (
        <HStack
          asChild
          justify="center"
          order={{ base: '1', sm: 'initial' }}
          width={{ base: 'full', sm: 'auto' }}
          color="fg.muted"
        >
          <label htmlFor={id}>
            Rows per page
            <Select id={id} value={rows.size} onChange={(event) => rows.choose(Number(event.target.value))}>
              {pageSizeChoices.map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </Select>
          </label>
        </HStack>
      )}
      <Button
        type="button"
        variant="outline"
        disabled={next === null}
        onClick={fromTheTop(() => next !== null && page.goOn(next))}
      >
        Next
        <ChevronRight size="1.2em" aria-hidden />
      </Button>
    </HStack>
  );
};
