import { chakra } from '@chakra-ui/react/styled-system';
import { useId } from 'react';
import { Select } from '../../../components/select.tsx';
import type { Column } from './column.ts';

interface SortChoiceProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly order: string | null;
  readonly onSort: (order: string) => void;
  /** Rows have two lines on tablets too. */
  readonly isWide: boolean;
}

/** Sorts rows of two lines, which have no column headers. */
export const SortChoice = <Row,>({ columns, order, onSort, isWide }: SortChoiceProps<Row>) => {
  const id = useId();
  const sortable = columns.filter(({ sortBy }) => sortBy);
  if (sortable.length === 0) return null;
  return (
    <chakra.div display={{ base: 'block', [isWide ? 'xl' : 'md']: 'none' }} _print={{ display: 'none' }}>
      <chakra.label htmlFor={id} display="block" fontWeight="semibold" mb="1.5">
        Sort by
      </chakra.label>
      <Select id={id} value={order ?? ''} onChange={(event) => onSort(event.target.value)}>
        <option value="">As listed</option>
        {sortable.flatMap(({ id: column, header }) => [
          <option key={column} value={column}>
            {header}
          </option>,
          <option key={`-${column}`} value={`-${column}`}>
            {header}, reversed
          </option>,
        ])}
      </Select>
    </chakra.div>
  );
};
