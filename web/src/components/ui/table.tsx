import type { ComponentProps } from 'react';
import { cx } from '#styled-system/css';
import { type DataTableVariantProps, dataTable, type TableVariantProps, table } from '#styled-system/recipes';
import type { Assign } from '#styled-system/types';
import { type AsChild, elementProps, render, type StyledProps } from './style-props.tsx';

export type ListLook = DataTableVariantProps;

interface PartOptions extends AsChild {
  /** For lists: the column's kind, and whether and where the rows have two lines. */
  readonly look?: ListLook | undefined;
}

// Browsers drop the implicit roles of a table with another `display`, so each element has an explicit role.

const Root = ({
  as = 'table',
  asChild,
  size,
  look,
  ...props
}: Assign<StyledProps<'table'>, TableVariantProps & PartOptions>) =>
  render(
    as,
    asChild,
    elementProps(
      { role: 'table', ...props },
      undefined,
      cx(table({ size }).root, look && dataTable(look).root),
    ),
  );

const Header = ({ as = 'thead', asChild, look, ...props }: Assign<StyledProps<'thead'>, PartOptions>) =>
  render(
    as,
    asChild,
    elementProps({ role: 'rowgroup', ...props }, undefined, look && dataTable(look).header),
  );

const Body = ({ as = 'tbody', asChild, look, ...props }: Assign<StyledProps<'tbody'>, PartOptions>) =>
  render(as, asChild, elementProps({ role: 'rowgroup', ...props }, undefined, look && dataTable(look).body));

const Row = ({ as = 'tr', asChild, look, ...props }: Assign<StyledProps<'tr'>, PartOptions>) =>
  render(
    as,
    asChild,
    elementProps({ role: 'row', ...props }, undefined, cx(table().row, look && dataTable(look).row)),
  );

const ColumnHeader = ({ as = 'th', asChild, look, ...props }: Assign<StyledProps<'th'>, PartOptions>) =>
  render(
    as,
    asChild,
    elementProps(
      { role: 'columnheader', scope: 'col', ...props },
      undefined,
      cx(table().columnHeader, look && dataTable(look).columnHeader),
    ),
  );

const Cell = ({ as = 'td', asChild, look, ...props }: Assign<StyledProps<'td'>, PartOptions>) =>
  render(
    as,
    asChild,
    elementProps({ role: 'cell', ...props }, undefined, cx(table().cell, look && dataTable(look).cell)),
  );

const RowTrigger = ({ look, ...props }: ComponentProps<'button'> & Pick<PartOptions, 'look'>) => (
  <button type="button" {...props} className={dataTable(look).rowTrigger} />
);

export const Table = { Root, Header, Body, Row, ColumnHeader, Cell, RowTrigger };
