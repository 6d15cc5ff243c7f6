import type { SystemStyleObject } from '@chakra-ui/react/styled-system';

/** Below 768 px rows are cards (NTF-06); printed pages always have a table. */
const cards = '@media screen and (width < 48rem)';

/** The scroll container: the header stays visible, and the page does not scroll sideways. */
export const frameStyles: SystemStyleObject = {
  overflow: 'auto',
  maxHeight: 'calc(100dvh - 7rem)',
  borderRadius: 'lg',
  borderWidth: '1px',
  borderColor: 'border',
  bg: 'bg.surface',
  [cards]: { overflow: 'visible', maxHeight: 'none', borderWidth: '0', bg: 'transparent' },
  _print: { overflow: 'visible', maxHeight: 'none', borderWidth: '0' },
};

/** A dense table with a sticky header. */
export const tableStyles: SystemStyleObject = {
  width: 'full',
  borderCollapse: 'separate',
  borderSpacing: '0',
  fontSize: 'sm',
  lineHeight: 'heading',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { px: { base: '2', '2xl': '2.5' }, py: '2', textAlign: 'start', verticalAlign: 'middle' },
  '& thead th': {
    position: 'sticky',
    top: '0',
    zIndex: '1',
    bg: 'bg.subtle',
    color: 'fg.muted',
    fontWeight: 'semibold',
    borderBottomWidth: '1px',
    borderColor: 'border',
    _print: { position: 'static' },
  },
  '& tbody tr:not(:last-child) > *': { borderBottomWidth: '1px', borderColor: 'border' },
  '& tbody th': { fontWeight: 'semibold' },
  '& tbody tr': { bg: 'bg.surface' },
  '& tbody tr:hover': { bg: 'bg.subtle' },
  // `overflow-wrap: break-word` of the reset does not make columns narrower.
  '& [data-kind=email], & [data-kind=email] > *': { overflowWrap: 'anywhere' },
  '& [data-kind=email]': { minWidth: '9rem' },
  '& [data-kind=text]': { minWidth: '7rem' },
  '& [data-kind=short]': { whiteSpace: 'nowrap' },
  '& [data-kind=number]': { textAlign: 'end' },
  // Sticky, so that the actions are visible in a table that is wider than its container.
  '& [data-kind=actions]': {
    position: 'sticky',
    insetInlineEnd: '0',
    width: '1px',
    textAlign: 'end',
    whiteSpace: 'nowrap',
    bg: 'inherit',
    // Marks the edge of the columns underneath.
    borderInlineStartWidth: '1px',
    borderColor: 'border',
  },
  '& thead [data-kind=actions]': { zIndex: '2', bg: 'bg.subtle' },
  _print: { fontSize: '10pt', '& [data-kind=actions]': { display: 'none' } },
  [cards]: {
    display: 'block',
    fontSize: 'md',
    '& thead': {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
    },
    '& tbody': { display: 'grid', gap: '3' },
    '& tbody tr': {
      display: 'flex',
      flexDirection: 'column',
      p: '4',
      borderWidth: '1px',
      borderColor: 'border',
      borderRadius: 'xl',
      bg: 'bg.surface',
      _hover: { bg: 'bg.surface' },
    },
    '& tbody tr > th, & tbody tr > td, & tbody tr > [data-kind]': {
      display: 'grid',
      gridTemplateColumns: '7.5rem minmax(0, 1fr)',
      gap: '3',
      p: '0',
      py: '1',
      border: 'none',
      textAlign: 'start',
      width: 'auto',
      overflowWrap: 'anywhere',
    },
    '& td[data-header]::before': { content: 'attr(data-header)', color: 'fg.muted' },
    '& tbody tr > [data-kind=short]': { whiteSpace: 'normal' },
    // The row header is the first line of the card, whatever its column.
    '& tbody tr > th': { order: '-1', display: 'block', fontSize: 'lg', fontWeight: 'bold', pb: '2' },
    '& tbody tr > td[data-kind=actions]': {
      position: 'static',
      display: 'block',
      pt: '2',
      whiteSpace: 'normal',
    },
  },
};
