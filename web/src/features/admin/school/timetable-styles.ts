import type { SystemStyleObject } from '@chakra-ui/react/styled-system';
import { programmeIds } from '#shared/programmes';
import { denseTable } from '../tables/table-styles.ts';

/** A window whose seven columns would be too narrow for the name of a programme: one day is shown at a time. */
const oneDay = '@media screen and (width < 72rem)';
/** A window that shows all days. */
export const allDays = '@media screen and (width >= 72rem)';

/** A block has the colour of its programme at its edge and in its bar; its name says it too. */
const programmeColours: SystemStyleObject = Object.fromEntries(
  programmeIds.flatMap((id) => [
    [`& a[data-programme=${id}]`, { borderInlineStartColor: `programme.${id}.solid` }],
    [`& a[data-programme=${id}] [data-bar] > span`, { bg: `programme.${id}.solid` }],
  ]),
);

export const timetableStyles: SystemStyleObject = {
  ...denseTable,
  tableLayout: 'fixed',
  '& td, & th': { p: '1', verticalAlign: 'top', textAlign: 'start', overflowWrap: 'anywhere' },
  '& tr > * + *': { borderInlineStartWidth: '1px', borderColor: 'border' },
  '& tbody tr > *': { borderTopWidth: '1px', borderColor: 'border' },
  '& thead th': { p: '2', position: 'relative' },
  '& thead abbr': { display: 'block', textDecoration: 'none', fontWeight: 'bold' },
  '& [data-places]': { display: 'block', color: 'fg.muted', fontSize: '0.75rem' },
  '& ul': { listStyle: 'none', display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '1' },
  '& li > a': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '0.5',
    px: '2',
    py: '1.5',
    minHeight: 'touch',
    borderRadius: 'sm',
    borderInlineStartWidth: '5px',
    bg: 'bg.subtle',
    fontSize: '0.8125rem',
    _hover: { textDecoration: 'underline' },
  },
  '& [data-venue]': {
    color: 'fg.muted',
  },
  '& [data-when]': { fontVariantNumeric: 'tabular-nums' },
  '& [data-bar]': {
    display: 'block',
    height: '1.5',
    borderRadius: 'full',
    bg: 'bg.surface',
    overflow: 'hidden',
  },
  '& [data-bar] > span': { display: 'block', height: 'full', borderRadius: 'full' },
  '& a[data-cancelled] :is(strong, [data-venue])': { textDecoration: 'line-through' },
  '& a[data-cancelled] [data-fill]': { color: 'danger.fg', fontWeight: 'bold' },
  '& li': { position: 'relative' },
  '& [data-cancel]': {
    position: 'absolute',
    insetEnd: '1',
    bottom: '2',
    display: 'grid',
    placeItems: 'center',
    boxSize: '7',
    borderRadius: 'sm',
    color: 'fg.muted',
    cursor: 'pointer',
    _hover: { bg: 'bg.surface', color: 'danger.fg' },
  },
  '& thead [data-cancel]': { top: '1', bottom: 'auto' },
  '& [data-more]': {
    width: 'full',
    minHeight: '8',
    borderRadius: 'sm',
    fontWeight: 'semibold',
    color: 'brand.fg',
    cursor: 'pointer',
    _hover: { bg: 'bg.subtle' },
  },
  ...programmeColours,
  [oneDay]: {
    '& :is(thead th, tbody td):not([data-shown])': { display: 'none' },
    '& li > a': { fontSize: 'md', py: '2.5' },
    '& thead abbr': { fontSize: 'md' },
    '& [data-cancel]': { boxSize: 'touch', top: '1', bottom: 'auto' },
    '& li:has([data-cancel]) > a': { paddingInlineEnd: '12' },
  },
};
