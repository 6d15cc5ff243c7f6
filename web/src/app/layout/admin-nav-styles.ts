import type { SystemStyleObject } from '@chakra-ui/react/styled-system';
import { barHeight, low, phone, railWidth, sidebarWidth, tablet, wide } from './workspace-frame.ts';

/** The navigation is fixed, so that it is outside of `main` and pages scroll with the window. */
export const navStyles: SystemStyleObject = {
  position: 'fixed',
  zIndex: 'header',
  bg: 'bg',
  borderColor: 'border',
  '& ul': { listStyle: 'none' },
  [phone]: {
    insetInline: '0',
    bottom: '0',
    borderTopWidth: '1px',
    pb: 'env(safe-area-inset-bottom)',
    '& > ul': { display: 'flex' },
    '& > ul > li': { flex: '1 1 0', minWidth: '0' },
    [low]: { position: 'static', borderTopWidth: '0', borderBottomWidth: '1px' },
  },
  [tablet]: { width: railWidth, px: '1.5' },
  [wide]: { width: sidebarWidth, px: '3' },
  '@media screen and (width >= 48rem)': {
    // The header and its border.
    top: 'calc(4rem + 1px)',
    bottom: '0',
    insetInlineStart: '0',
    overflowY: 'auto',
    py: '3',
    borderInlineEndWidth: '1px',
    '& > ul': { display: 'grid', gap: '1' },
  },
};

/** A place of the navigation: the label below the icon, in the sidebar beside it. */
export const placeStyles: SystemStyleObject = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '0.5',
  minHeight: barHeight,
  borderRadius: 'md',
  fontSize: '0.75rem',
  fontWeight: 'semibold',
  lineHeight: 'heading',
  _hover: { bg: 'bg.subtle' },
  '&[aria-current]': { bg: 'brand.subtle', color: 'brand.fg' },
  [phone]: {
    borderRadius: '0',
    '&[aria-current]': { boxShadow: 'inset 0 3px currentColor' },
    // The edges of the window would cut off an outline around it.
    _focusVisible: { outlineOffset: '-3px' },
  },
  [wide]: {
    flexDirection: 'row',
    justifyContent: 'start',
    gap: '3',
    minHeight: 'touch',
    px: '3',
    fontSize: 'md',
  },
};
