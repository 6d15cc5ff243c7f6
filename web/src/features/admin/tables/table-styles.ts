import type { SystemStyleObject } from '@chakra-ui/react/styled-system';

/** Below 768 px rows have two lines (NTF-06), in wide tables below 1280 px; printed pages always have a table. */
export const phone = '@media screen and (width < 48rem)';
export const belowWide = '@media screen and (width < 80rem)';
/** The narrowest phones. */
const narrowPhone = '@media screen and (width < 22.5rem)';
const tablet = '@media screen and (48rem <= width < 80rem)';
/** A table of a roster, with all its columns. */
const laptop = '@media screen and (80rem <= width < 100rem)';
/** From 90rem the sidebar takes what a wider window has more. */
const narrow = '@media screen and (48rem <= width < 100rem)';

/** Rows of two lines that open for the other columns. */
const twoLines: SystemStyleObject = {
  display: 'block',
  fontSize: 'md',
  '& thead': {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
  },
  '& tbody': { display: 'block' },
  '& tbody tr': {
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
  },
  '& tbody tr:first-child': { borderTopRadius: 'lg' },
  '& tbody tr:last-child': { borderBottomWidth: '0', borderBottomRadius: 'lg' },
  // `:nth-child(n)` outweighs the paddings of a table's first and last cells.
  '& tbody tr > :nth-child(n)': {
    display: 'none',
    p: '0',
    border: 'none',
    textAlign: 'start',
    width: 'auto',
    minWidth: '0',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
  '& tbody tr > [data-line]': { display: 'block' },
  '& tbody tr > [data-line=lead]': { gridArea: 'lead', fontWeight: 'bold' },
  '& tbody tr > [data-line=leadEnd]': { gridArea: 'leadEnd', textAlign: 'end' },
  '& tbody tr > [data-line=detail]': { gridArea: 'detail', color: 'fg.muted' },
  '& tbody tr > [data-line=detailEnd]': { gridArea: 'detailEnd', color: 'fg.muted', textAlign: 'end' },
  '& tbody tr > [data-line=reach]': { gridArea: 'reach', alignSelf: 'center' },
  '&[data-reach] tbody tr': {
    gridTemplateColumns: 'minmax(0, 1fr) auto auto 1.25rem',
    gridTemplateAreas: '"lead leadEnd reach ." "detail detailEnd reach ."',
  },
  '&[data-large] tbody tr': {
    gridTemplateColumns: 'minmax(0, 1fr) auto auto 1rem',
    gridTemplateAreas: '"lead leadEnd reach ." "detail detail reach ."',
    columnGap: '2',
  },
  '&[data-large]': { fontSize: 'lg' },
  '&[data-large] tbody tr > [data-line=detail]': { whiteSpace: 'normal', color: 'inherit' },
  '& td[data-kind=contact] [data-number]': { display: 'none' },
  // A date with its time.
  '& tbody tr > [data-line$=End]': { maxWidth: '11rem' },
  '& tbody tr:not(:has(> [data-line=leadEnd]))': {
    gridTemplateAreas: '"lead lead ." "detail detailEnd ."',
    [narrowPhone]: { gridTemplateAreas: '"lead lead ." "detail detail ." "detailEnd detailEnd ."' },
    '& > [data-line=detailEnd]': { [narrowPhone]: { textAlign: 'start' } },
  },
  // Rows that do not open show their texts whole.
  '&:where([data-opens]) tbody tr:not([data-open]) > [data-line]': {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  // A title with the line to itself.
  '&:where([data-opens]) tbody tr:not([data-open]):not(:has(> [data-line=leadEnd])) > [data-line=lead]': {
    whiteSpace: 'normal',
  },
  // `nowrap` does not disable the line breaks of `wbr`.
  '&:where([data-opens]) tbody tr:not([data-open]) > [data-line] wbr': { display: 'none' },
  '& tbody tr[data-open]': { bg: 'bg.subtle' },
  '& tbody tr[data-open] > :not([data-line])': {
    display: 'block',
    gridColumn: '1 / -1',
    ps: '7.5rem',
    position: 'relative',
  },
  '& tbody tr[data-open] > [data-header]:not([data-line])::before': {
    content: 'attr(data-header)',
    position: 'absolute',
    insetInlineStart: '0',
    color: 'fg.muted',
  },
  '& tbody tr[data-open] > [data-kind=actions]': { ps: '0', ms: '-2' },
  // The whole row is the button's target; links and buttons of an open row are above it.
  '& [data-row-toggle]': { display: 'block', position: 'absolute', inset: '0' },
  '& [data-row-toggle] svg': { position: 'absolute', insetInlineEnd: '3', top: '5' },
  '& [data-row-toggle][aria-expanded=true] svg': { transform: 'rotate(180deg)' },
  '& tbody tr > * > :is(a, button, label, ol):not([data-row-toggle])': { position: 'relative' },
};

/**
 * A dense table with a header that stays below that of the page. Cells are plain elements with a `data-kind`: a styled
 * component per cell would take most of the time that a page of rows needs to render.
 */
export const tableStyles: SystemStyleObject = {
  width: 'full',
  borderCollapse: 'separate',
  borderSpacing: '0',
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'lg',
  bg: 'bg.surface',
  fontSize: 'sm',
  lineHeight: 'heading',
  fontVariantNumeric: 'tabular-nums',
  transition: 'opacity 140ms',
  '&[aria-busy=true]': { opacity: '0.6' },
  '& th, & td': {
    px: { base: '2', '2xl': '2.5' },
    py: '2',
    textAlign: 'start',
    verticalAlign: 'middle',
  },
  '& tr > :first-child': { ps: '3' },
  '& tr > :last-child': { pe: '3' },
  '& thead th': {
    position: 'sticky',
    // The page's header and its border.
    top: 'calc(4rem + 1px)',
    zIndex: '1',
    bg: 'bg.subtle',
    color: 'fg.muted',
    fontWeight: 'semibold',
    borderBottomWidth: '1px',
    borderColor: 'border',
    _print: { position: 'static' },
  },
  '& thead th:first-of-type': { borderStartStartRadius: 'lg' },
  '& thead th:last-of-type': { borderStartEndRadius: 'lg' },
  '& tbody tr:not(:last-child) > *': { borderBottomWidth: '1px', borderColor: 'border' },
  '& tbody th': { fontWeight: 'semibold' },
  '& tbody tr:hover': { bg: 'bg.subtle' },
  '& tbody a': { textDecoration: 'underline', textUnderlineOffset: '3px' },
  '& [data-kind=email]': { minWidth: '9rem' },
  '& [data-kind=text]': { minWidth: '6.5rem' },
  '& [data-kind=title]': { minWidth: '6rem' },
  // Two or three words in a line: a long venue makes no row of four lines.
  '& [data-kind=place]': { minWidth: '7.5rem' },
  '& :is([data-kind=short], [data-kind=spare])': { whiteSpace: 'nowrap' },
  '& tbody :is([data-kind=title], [data-kind=text], [data-kind=place], [data-kind=email])': {
    overflowWrap: 'anywhere',
  },
  '& [data-kind=number]': { textAlign: 'end', pe: '3' },
  '& [data-kind=actions]': { width: '1px', textAlign: 'end', whiteSpace: 'nowrap' },
  '& td[data-kind=actions]': { py: '0.5' },
  '&[data-large]': { fontSize: 'md' },
  '& [data-kind=contact]': { whiteSpace: 'nowrap' },
  '& td:is([data-kind=actions], [data-kind=contact]) > :is(a, button, label)': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    verticalAlign: 'middle',
    minHeight: 'touch',
    minWidth: 'touch',
    px: '2',
    borderRadius: 'full',
    gap: '1.5',
    fontWeight: 'bold',
    color: 'brand.fg',
    textDecoration: 'none',
    cursor: 'pointer',
    _hover: { bg: 'bg.subtle' },
  },
  '& tbody tr:hover > td[data-kind=actions] > :is(a, button):hover': { bg: 'bg.surface' },
  '& td[data-kind=actions] > [data-danger]': { color: 'danger.fg' },
  '& [data-payment]': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    px: '2.5',
    py: '0.5',
    borderRadius: 'lg',
    bg: 'brand.subtle',
    color: 'brand.fg',
    fontWeight: 'bold',
    '& svg': { flexShrink: '0' },
  },
  '& [data-payment=open]': { bg: 'bg.subtle', color: 'fg' },
  '& tbody tr:is(:hover, [data-open]) [data-payment=open]': { bg: 'bg.surface' },
  '& [data-row-toggle]': { display: 'none' },
  _print: {
    fontSize: '9.5pt',
    '&[data-large]': { fontSize: '9.5pt' },
    // At the pitch a phone number is enough; 20 children fit on one page.
    '&[data-large] :is([data-kind=email], [data-kind=short], [data-kind=spare])': { display: 'none' },
    '& th, & td': { py: '0.5', px: '1' },
    '& td:is([data-kind=actions], [data-kind=contact]) > :is(a, button)': { minHeight: '0', px: '0' },
    '& td[data-kind=contact] > a:not(:has([data-number])), & td[data-kind=contact] svg': { display: 'none' },
    borderWidth: '0',
    '& [data-kind=actions]': { display: 'none' },
  },
  [narrow]: {
    '& th, & td': { px: '1' },
    '& [data-kind=text]': { minWidth: '5.5rem' },
    '& [data-kind=email]': { minWidth: '8rem' },
    '& [data-kind=number]': { pe: '1.5' },
    '& tr > :first-child': { ps: '2' },
    '& tr > :last-child': { pe: '2' },
    '& tbody [data-kind=spare]': { whiteSpace: 'normal' },
  },
  [laptop]: { '&[data-large]': { fontSize: 'sm' } },
  [tablet]: {
    '& [data-kind=short]': { whiteSpace: 'normal' },
    '& td[data-kind=actions] > a': { width: 'min-content', whiteSpace: 'normal' },
  },
  [phone]: twoLines,
  '&[data-wide]': { [belowWide]: twoLines },
};
