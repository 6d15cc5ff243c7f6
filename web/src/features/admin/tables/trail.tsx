import { HStack } from '@chakra-ui/react/stack';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';

/** The page that is shown of a list within a screen. It is not in the address, as that of a screen's own list is. */
export const useTrail = () => {
  const [trail, setTrail] = useState<readonly string[]>([]);
  return {
    /** Undefined on the first page. */
    cursor: trail.at(-1),
    goOn: (next: string): void => setTrail([...trail, next]),
    goBack: (): void => setTrail(trail.slice(0, -1)),
  };
};

interface TrailButtonsProps {
  readonly page: ReturnType<typeof useTrail>;
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null;
  /** What is listed. */
  readonly of: string;
}

/** Buttons to the previous and the next page; nothing where there is only one. */
export const TrailButtons = ({ page: { cursor, goOn, goBack }, next, of }: TrailButtonsProps) =>
  cursor === undefined && next === null ? null : (
    <HStack gap="3">
      <Button type="button" variant="outline" disabled={cursor === undefined} onClick={goBack}>
        Previous {of}
      </Button>
      <Button
        type="button"
        variant="outline"
        disabled={next === null}
        onClick={() => next !== null && goOn(next)}
      >
        Next {of}
      </Button>
    </HStack>
  );
