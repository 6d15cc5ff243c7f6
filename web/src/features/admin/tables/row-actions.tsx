import { Pencil, Trash2 } from 'lucide-react';
import { type PropsWithChildren, useState } from 'react';
import { tooltipAttribute } from '../../../components/tooltips.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { HStack } from '../../../components/ui/stack.tsx';

interface RowActionsProps {
  readonly of: string;
  readonly onEdit?: () => void;
  readonly onDelete: () => void;
}

export const RowActions = ({ of, onEdit, onDelete }: RowActionsProps) => (
  <>
    {onEdit && (
      <button
        type="button"
        aria-label={`Edit ${of}`}
        {...{ [tooltipAttribute]: `Edit ${of}` }}
        onClick={onEdit}
      >
        <Pencil size="1.2em" aria-hidden />
      </button>
    )}
    <button
      type="button"
      data-danger
      aria-label={`Delete ${of}`}
      {...{ [tooltipAttribute]: `Delete ${of}` }}
      onClick={onDelete}
    >
      <Trash2 size="1.2em" aria-hidden />
    </button>
  </>
);

interface RowButtonProps {
  readonly label: string;
  readonly isDanger?: boolean;
  readonly onClick: () => void;
}

export const RowButton = ({
  label,
  isDanger = false,
  onClick,
  children,
}: PropsWithChildren<RowButtonProps>) => (
  <button type="button" data-danger={isDanger || undefined} aria-label={label} onClick={onClick}>
    {children}
  </button>
);

/** The page of a list within a screen, which is not in the address. */
export const useTrail = () => {
  const [trail, setTrail] = useState<readonly string[]>([]);
  return {
    cursor: trail.at(-1),
    goOn: (next: string): void => setTrail([...trail, next]),
    goBack: (): void => setTrail(trail.slice(0, -1)),
  };
};

interface TrailButtonsProps {
  readonly page: ReturnType<typeof useTrail>;
  readonly next: string | null;
  readonly of: string;
}

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
