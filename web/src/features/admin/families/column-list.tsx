import { memo, useState } from 'react';
import type { ShownColumn } from '#shared/families/guess-columns';
import { isDenial } from '#shared/families/import-cells';
import { type FamilyColumns, type Fate, isMeaning, meanings } from '#shared/families/import-columns';
import { countThings, type Doubt } from '#shared/families/import-doubts';
import type { Understood } from '#shared/families/import-rows';
import type { FileTable } from '#shared/lib/file-table';
import { counted, listed } from '#shared/lib/text';
import { CheckBox } from '../../../components/choices.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { SimpleGrid } from '../../../components/ui/simple-grid.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { List, Rows } from './import-lists.tsx';

const firstRows = 5;

interface FirstRowsProps {
  readonly table: FileTable;
  readonly columns: FamilyColumns;
}

/** "Child: name “Mia”". A denial of the health columns is an answer, and no note (IMP-09). */
const cellWords = (fate: Fate, cell: string | undefined): string[] => {
  const name = meanings.find(({ meaning }) => meaning === fate)?.name;
  if (!name || !cell) return [];
  return [`${name} ${fate?.endsWith('.health') && isDenial(cell) ? 'nothing to know' : `“${cell}”`}`];
};

export const FirstRows = ({ table, columns }: FirstRowsProps) => (
  <Stack gap="2">
    <Heading as="h3" size="md">
      The first rows, as they are understood
    </Heading>
    <List aria-label="The first rows">
      {table.rows.slice(0, firstRows).map(({ line, cells }) => (
        <li key={line}>
          <Text as="span" fontWeight="semibold">
            Row {line}:
          </Text>{' '}
          {columns.flatMap((fate, index) => cellWords(fate, cells[index])).join(', ') ||
            'nothing of it is imported'}
        </li>
      ))}
    </List>
  </Stack>
);

/** The options of all columns are the same elements, so that a choice renders one field. */
const options = meanings.map(({ meaning, name }) => (
  <option key={meaning} value={meaning}>
    {name}
  </option>
));

const examplesOf = ({ examples }: ShownColumn): string =>
  examples.map((text) => `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`).join(', ');

const hintOf = (column: ShownColumn, fate: Fate): string => {
  if (column.count === 0) return column.examples.length > 0 ? `Says nothing: ${examplesOf(column)}` : 'Empty';
  const cells = counted(column.count, 'cell', 'cells');
  const isLeft = fate === null && column.looksLike === null;
  return `${cells}${isLeft ? (column.count === 1 ? ' is not imported' : ' are not imported') : ''}: ${examplesOf(column)}`;
};

interface ColumnFieldProps {
  readonly index: number;
  readonly column: ShownColumn;
  readonly fate: Fate;
  readonly isLeftOut: boolean;
  readonly onChoose: (index: number, fate: Fate) => void;
  readonly onLeaveOut: (index: number, isLeftOut: boolean) => void;
}

/** A column, its first values, and the tick without which no important column is left out (IMP-05). */
const ColumnField = memo(({ index, column, fate, isLeftOut, onChoose, onLeaveOut }: ColumnFieldProps) => (
  <Stack gap="2">
    <SelectField
      name={`column-${index}`}
      label={column.heading}
      hint={hintOf(column, fate)}
      error={fate === 'ask' ? 'Please choose what this column has' : undefined}
      value={fate ?? ''}
      onChange={({ target: { value } }) => onChoose(index, isMeaning(value) ? value : null)}
    >
      {fate === 'ask' && <option value="ask">Please choose</option>}
      <option value="">Not imported</option>
      {options}
    </SelectField>
    {fate === null && column.looksLike && (
      <CheckBox checked={isLeftOut} onChange={({ target }) => onLeaveOut(index, target.checked)}>
        Leave out “{column.heading}”, {counted(column.count, 'cell', 'cells')}
      </CheckBox>
    )}
  </Stack>
));

interface ColumnListProps extends Pick<ColumnFieldProps, 'onChoose' | 'onLeaveOut'> {
  readonly columns: FamilyColumns;
  readonly shown: readonly ShownColumn[];
  readonly leftOut: ReadonlySet<number>;
}

export const ColumnList = ({ columns, shown, leftOut, ...on }: ColumnListProps) => {
  // Two columns may have one heading.
  const keys = shown.map(({ heading }, index) => `${index} ${heading}`);
  // Contacts of Outlook have eighty empty columns, for which there is nothing to choose.
  const [empty] = useState(
    () => new Set(shown.filter(({ examples }, index) => examples.length === 0 && !columns[index])),
  );
  return (
    <Stack gap="4">
      <SimpleGrid columns={{ base: 1, sm: 2, lg: 3 }} gap="4">
        {shown.map((column, index) =>
          empty.has(column) ? null : (
            <ColumnField
              key={keys[index]}
              index={index}
              column={column}
              fate={columns[index] ?? null}
              isLeftOut={leftOut.has(index)}
              {...on}
            />
          ),
        )}
      </SimpleGrid>
      {empty.size > 0 && (
        <Text color="fg.muted">
          Empty, and not imported: {listed([...empty].map(({ heading }) => `“${heading}”`))}.
        </Text>
      )}
    </Stack>
  );
};

interface ColumnLinksProps {
  readonly columns: readonly number[];
  readonly shown: readonly ShownColumn[];
  readonly onLook: (index: number) => void;
}

export const ColumnLinks = ({ columns, shown, onLook }: ColumnLinksProps) => (
  <HStack gap="2" wrap="wrap">
    {columns.map((index) => (
      <Button key={index} type="button" variant="outline" size="sm" onClick={() => onLook(index)}>
        {shown[index]?.heading}
      </Button>
    ))}
  </HStack>
);

export const leftOutTexts = (columns: FamilyColumns, shown: readonly ShownColumn[]): string[] =>
  shown.flatMap(({ heading, count }, index) =>
    count > 0 && columns[index] === null ? [`“${heading}” (${counted(count, 'cell', 'cells')})`] : [],
  );

interface UnderstandingProps extends Pick<ColumnLinksProps, 'onLook'> {
  readonly understood: Understood;
  readonly columns: FamilyColumns;
  readonly shown: readonly ShownColumn[];
  readonly doubts: readonly Doubt[];
}

/** Shows what is doubtful, what the file has, and what is in no field. It reads all rows, so the choice is rendered first. */
export const Understanding = memo(
  ({ understood: { rows, refused }, columns, shown, doubts, onLook }: UnderstandingProps) => {
    const left = rows.flatMap((row) => row.left.map((one) => ({ line: row.line, ...one })));
    const noted = rows.filter(({ office }) => office.length > 0);
    const dropped = leftOutTexts(columns, shown);
    const all = countThings(rows);
    return (
      <Stack gap="4">
        <Rows title="Doubtful" count={doubts.length}>
          {doubts.map(({ text, columns: ofDoubt }) => (
            <li key={text}>
              <Text>{text}</Text>
              <ColumnLinks columns={ofDoubt} shown={shown} onLook={onLook} />
            </li>
          ))}
        </Rows>
        <Text>
          The file has {all.length > 0 ? listed(all) : 'nothing that can be imported'}
          {refused.length > 0 && `; ${counted(refused.length, 'row', 'rows')} cannot be read`}.
        </Text>
        {dropped.length > 0 && <Text color="fg.muted">Not imported: {listed(dropped)}.</Text>}
        <Rows title="Read in part" count={left.length}>
          {left.map(({ line, heading, text, reason, isNoted }) => (
            <li key={`${line} ${heading} ${text}`}>
              <strong>Row {line}:</strong> {heading} {text && `“${text}” `}
              {reason}.{isNoted && ' The office gets it as a note.'}
            </li>
          ))}
        </Rows>
        <Rows title="Notes for the office" count={noted.length}>
          {noted.map(({ line, office }) => (
            <li key={line}>
              <strong>Row {line}:</strong> {office.join('; ')}
            </li>
          ))}
        </Rows>
      </Stack>
    );
  },
);
