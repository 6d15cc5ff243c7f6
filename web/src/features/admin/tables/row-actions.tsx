import { Pencil, Trash2 } from 'lucide-react';
import { tooltipAttribute } from '../../../components/tooltip-attribute.ts';

interface RowActionsProps {
  /** The row's object as it follows "Edit" and "Delete" in the labels. */
  readonly of: string;
  readonly onEdit?: () => void;
  readonly onDelete: () => void;
}

/** The buttons of a row, styled by the table. */
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
