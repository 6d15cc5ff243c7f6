import { HStack } from '@chakra-ui/react/stack';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import type { Page } from './use-page.ts';

interface PagerProps {
  readonly page: Pick<Page, 'isFirst' | 'goOn' | 'goBack'>;
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null;
}

/** Buttons to the previous and the next page; nothing when there is only one page. */
export const Pager = ({ page, next }: PagerProps) =>
  (!page.isFirst || next !== null) && (
    <HStack asChild justify="space-between">
      <nav aria-label="Pages">
        <Button type="button" variant="outline" disabled={page.isFirst} onClick={page.goBack}>
          <ChevronLeft size="1.2em" aria-hidden />
          Previous
        </Button>
        <Button
          type="button"
          variant="outline"
          disabled={next === null}
          onClick={() => next !== null && page.goOn(next)}
        >
          Next
          <ChevronRight size="1.2em" aria-hidden />
        </Button>
      </nav>
    </HStack>
  );
