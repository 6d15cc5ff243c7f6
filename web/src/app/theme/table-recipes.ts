import type { SlotRecipeConfig, SystemStyleObject } from '@pandacss/dev';

const screen = '@media screen';
/** The table is between a sidebar and the window's edge. From 90rem the sidebar takes the additional width. */
const tight = '@media screen and (48rem <= width < 100rem)';
const print = '@media print';

/** The table's header stays below the page's. */
export const table = {
  className: 'table',
  jsx: ['Table.Root', 'Table.Header', 'Table.Body', 'Table.Row', 'Table.ColumnHeader', 'Table.Cell'],
  slots: ['root', 'columnHeader', 'row', 'cell'],
  base: {
    root: {
      width: 'full',
      borderCollapse: 'separate',
      borderSpacing: '0',
      borderWidth: '1px',
      borderColor: 'border',
      borderRadius: 'lg',
      bg: 'bg.surface',
      lineHeight: 'heading',
      fontVariantNumeric: 'tabular-nums',
      transition: 'opacity 140ms',
      '&[aria-busy=true]': { opacity: '0.6' },
      [print]: { borderWidth: '0' },
    },
    columnHeader: {
      position: 'sticky',
      top: 'calc(4rem + 1px)',
      zIndex: '1',
      p: '2',
      borderBottomWidth: '1px',
      borderColor: 'border',
      bg: 'bg.subtle',
      color: 'fg.muted',
      fontWeight: 'semibold',
      textAlign: 'start',
      _first: { ps: '3', borderStartStartRadius: 'lg' },
      _last: { pe: '3', borderStartEndRadius: 'lg' },
      [tight]: { px: '1', _first: { ps: '2' }, _last: { pe: '2' } },
      [print]: { position: 'static', px: '1', py: '0.5' },
    },
    row: { 'tbody > &': { _hover: { bg: 'bg.subtle' } } },
    cell: {
      p: '2',
      textAlign: 'start',
      verticalAlign: 'middle',
      _first: { ps: '3' },
      _last: { pe: '3' },
      'tr:not(:last-child) > &': { borderBottomWidth: '1px', borderColor: 'border' },
      '&:is(th)': { fontWeight: 'semibold' },
      '& a': { textDecoration: 'underline', textUnderlineOffset: '3px' },
      [tight]: { px: '1', _first: { ps: '2' }, _last: { pe: '2' } },
      [print]: { px: '1', py: '0.5' },
    },
  },
  variants: {
    size: {
      md: { root: { fontSize: 'sm', [print]: { fontSize: '9.5pt' } } },
      // Printed with fewer columns, 20 rows fit on one page.
      lg: {
        root: {
          fontSize: 'md',
          '@media screen and (80rem <= width < 100rem)': { fontSize: 'sm' },
          [print]: { fontSize: '9.5pt' },
        },
      },
    },
  },
  defaultVariants: { size: 'md' },
  staticCss: ['*'],
} satisfies SlotRecipeConfig;

const pressed = {
  '& > :is(a, button, label)': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '1.5',
    minWidth: 'touch',
    minHeight: 'touch',
    px: '2',
    borderRadius: 'full',
    color: 'brand.fg',
    fontWeight: 'bold',
    textDecoration: 'none',
    verticalAlign: 'middle',
    cursor: 'pointer',
    _hover: { bg: 'bg.surface' },
  },
};

const ellipsis = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' };

const column = (style: SystemStyleObject, cell: SystemStyleObject = {}) => ({
  columnHeader: style,
  cell: Object.assign({}, style, cell),
});
/** On large paper a phone number is enough. */
const notOnLargePaper = { [print]: { '[data-large] &': { display: 'none' } } };
const anywhere = { overflowWrap: 'anywhere' };

export const dataTable = {
  className: 'data-table',
  slots: ['root', 'header', 'body', 'row', 'columnHeader', 'cell', 'rowTrigger'],
  base: {
    rowTrigger: { display: 'none' },
  },
  variants: {
    kind: {
      title: column({ minWidth: '24' }, anywhere),
      text: column({ minWidth: '6.5rem', [tight]: { minWidth: '5.5rem' } }, anywhere),
      // A line has two or three words, so that a long venue does not need four lines.
      place: column({ minWidth: '7.5rem' }, anywhere),
      email: column({ minWidth: '36', [tight]: { minWidth: '32' }, ...notOnLargePaper }, anywhere),
      short: column({
        whiteSpace: 'nowrap',
        mdToXl: { whiteSpace: 'normal' },
        ...notOnLargePaper,
      }),
      spare: column({ whiteSpace: 'nowrap', ...notOnLargePaper }, { [tight]: { whiteSpace: 'normal' } }),
      number: column({ pe: '3', textAlign: 'end', [tight]: { pe: '1.5' } }),
      actions: {
        columnHeader: { width: '1px', textAlign: 'end', whiteSpace: 'nowrap', [print]: { display: 'none' } },
        cell: {
          width: '1px',
          py: '0.5',
          textAlign: 'end',
          whiteSpace: 'nowrap',
          ...pressed,
          '& > [data-danger]': { color: 'danger.fg' },
          mdToXl: { '& > a': { width: 'min-content', whiteSpace: 'normal' } },
          [print]: { display: 'none' },
        },
      },
      contact: {
        columnHeader: { whiteSpace: 'nowrap' },
        cell: {
          whiteSpace: 'nowrap',
          ...pressed,
          // Each of two adults has a line.
          '& > [data-adult]': { display: 'flex', flexWrap: 'wrap', justifyContent: 'start', rowGap: '0' },
          [print]: {
            '& > :is(a, button)': { minHeight: '0', px: '0' },
            '& > a:not(:has([data-number])), & svg': { display: 'none' },
          },
        },
      },
    },
    /** Printed pages always have a table. */
    stacked: {
      true: {
        root: { [screen]: { display: 'block', fontSize: 'md', '&[data-large]': { fontSize: 'lg' } } },
        header: {
          [screen]: {
            position: 'absolute',
            width: '1px',
            height: '1px',
            overflow: 'hidden',
            clipPath: 'inset(50%)',
          },
        },
        body: { [screen]: { display: 'block' } },
        row: {
          [screen]: {
            position: 'relative',
            display: 'grid',
            gridTemplateColumns: 'minmax(0, 1fr) auto 1.25rem',
            gridTemplateAreas: '"lead leadEnd ." "detail detailEnd ."',
            columnGap: '3',
            rowGap: '1',
            px: '4',
            py: '2.5',
            borderBottomWidth: '1px',
            borderColor: 'border',
            '&[data-open]': { bg: 'bg.subtle' },
            _first: { borderTopRadius: 'lg' },
            _last: { borderBottomWidth: '0', borderBottomRadius: 'lg' },
          },
        },
        cell: {
          [screen]: {
            // This outweighs the styles of a column's kind at some widths.
            'tr > &': {
              display: 'none',
              width: 'auto',
              minWidth: '0',
              maxWidth: 'full',
              p: '0',
              borderWidth: '0',
              textAlign: 'start',
              whiteSpace: 'normal',
              overflowWrap: 'anywhere',
            },
            '& > :where(a, button, label, ol)': { position: 'relative' },
          },
        },
        rowTrigger: {
          [screen]: {
            display: 'block',
            position: 'absolute',
            inset: '0',
            '& svg': { position: 'absolute', insetEnd: '3', top: '5' },
            '&[aria-expanded=true] svg': { transform: 'rotate(180deg)' },
          },
        },
      },
    },
    /** Rows that do not open show their whole texts. */
    opens: {
      true: {
        cell: {
          [screen]: {
            'tr:not([data-open]) > &': ellipsis,
            'tr:not([data-open]) > & wbr': { display: 'none' },
          },
        },
      },
    },
    lines: {
      reach: {
        row: {
          [screen]: {
            'tbody > &': {
              gridTemplateColumns: 'minmax(0, 1fr) auto auto 1.25rem',
              gridTemplateAreas: '"lead leadEnd reach ." "detail detailEnd reach ."',
            },
          },
        },
      },
      large: {
        row: {
          [screen]: {
            'tbody > &': {
              gridTemplateColumns: 'minmax(0, 1fr) auto auto 1rem',
              gridTemplateAreas: '"lead leadEnd reach ." "detail detail reach ."',
              columnGap: '2',
            },
          },
        },
      },
      wideLead: {
        row: {
          '@media screen and (width >= 22.5rem)': {
            'tbody > &': { gridTemplateAreas: '"lead lead ." "detail detailEnd ."' },
          },
          _narrowPhone: {
            'tbody > &': {
              gridTemplateAreas: '"lead lead ." "detail detail ." "detailEnd detailEnd ."',
              justifyItems: 'start',
            },
          },
        },
      },
    },
    line: {
      lead: {
        cell: { [screen]: { 'tbody tr > &': { display: 'block', gridArea: 'lead', fontWeight: 'bold' } } },
      },
      wideLead: {
        cell: {
          [screen]: {
            'tbody tr > &': { display: 'block', gridArea: 'lead', fontWeight: 'bold' },
            'tbody tr:not([data-open]) > &': { whiteSpace: 'normal' },
          },
        },
      },
      leadEnd: {
        cell: {
          [screen]: {
            'tbody tr > &': { display: 'block', gridArea: 'leadEnd', maxWidth: '44', textAlign: 'end' },
          },
        },
      },
      detail: {
        cell: {
          [screen]: {
            'tbody tr > &': { display: 'block', gridArea: 'detail', color: 'fg.muted' },
            '[data-large] tbody tr > &': { whiteSpace: 'normal', color: 'inherit' },
          },
        },
      },
      detailEnd: {
        cell: {
          [screen]: {
            'tbody tr > &': {
              display: 'block',
              gridArea: 'detailEnd',
              maxWidth: '44',
              color: 'fg.muted',
              textAlign: 'end',
            },
          },
        },
      },
      reach: {
        cell: {
          [screen]: {
            'tbody tr > &': { display: 'block', gridArea: 'reach', alignSelf: 'center' },
            '& [data-number]': { display: 'none' },
            '& > [data-adult]': { flexWrap: 'nowrap' },
            '& [data-name]': { ...ellipsis, maxWidth: '16', fontSize: 'sm' },
          },
        },
      },
      more: {
        cell: {
          [screen]: {
            'tr[data-open] > &': {
              position: 'relative',
              display: 'block',
              gridColumn: '1 / -1',
              ps: '7.5rem',
              _before: {
                content: 'attr(data-header)',
                position: 'absolute',
                insetStart: '0',
                color: 'fg.muted',
              },
            },
            'tr[data-open] > &:not([data-header])': { ps: '0', ms: '-2', _before: { content: 'none' } },
          },
        },
      },
    },
  },
  staticCss: ['*'],
} satisfies SlotRecipeConfig;
