import { HStack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { Select } from '../../../components/select.tsx';
import type { Page } from './use-page.ts';
import { pageSizeChoices, type usePageSize } from './use-page-size.ts';

interface PagerProps {
  readonly page: Pick<Page, 'isFirst' | 'goOn' | 'goBack'>;
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null;
  /** Rows per page; lists with a fixed number have none. */
  readonly rows?: ReturnType<typeof usePageSize>;
}

const smallest = Math.min(...pageSizeChoices);

const fromTheTop = (turn: () => void) => () => {
  turn();
  window.scrollTo({ top: 0, behavior: 'instant' });
};

/** Buttons to the previous and the next page, and the number of rows; nothing when there is only one page. */
export const Pager = ({ page, next, rows }: PagerProps) => {
  const hasPages = !page.isFirst || next !== null;
  if (!hasPages && (rows?.size ?? smallest) === smallest) return null;
  return (
    <HStack asChild justify="space-between" wrap="wrap" gap="3">
      <nav aria-label="Pages">
        <Button type="button" variant="outline" disabled={page.isFirst} onClick={fromTheTop(page.goBack)}>
          <ChevronLeft size="1.2em" aria-hidden />
          Previous
        </Button>
        {rows && (
          <RowsLabel>
            Rows per page
            <Select value={rows.size} onChange={(event) => rows.choose(Number(event.target.value))}>
              {pageSizeChoices.map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </Select>
          </RowsLabel>
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
      </nav>
    </HStack>
  );
};

const RowsLabel = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    color: 'fg.muted',
    order: { base: '1', sm: 'initial' },
    width: { base: 'full', sm: 'auto' },
    justifyContent: 'center',
  },
});
