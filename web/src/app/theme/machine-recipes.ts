import { defineSlotRecipe } from '@chakra-ui/react/styled-system';
import type { SlotRecipeConfig } from '@pandacss/dev';

/** The last dialog or drawer that opened is above the others. */
const backdrop = {
  position: 'fixed',
  inset: '0',
  zIndex: 'calc({zIndex.dialog} + var(--layer-index, 0) - 1)',
  bg: 'rgb(13 27 42 / 0.55)',
} as const;
const positioner = {
  position: 'fixed',
  inset: '0',
  zIndex: 'calc({zIndex.dialog} + var(--layer-index, 0))',
} as const;

/** At an edge of the window. Panda compiles it too: its links can be used while the machine is loaded (drawer.tsx). */
export const drawer = {
  className: 'drawer',
  slots: ['backdrop', 'positioner', 'content'],
  base: {
    backdrop,
    positioner: { ...positioner, display: 'flex' },
    content: {
      width: '100%',
      maxHeight: '100%',
      overflowY: 'auto',
      p: '4',
      bg: 'bg.surface',
      boxShadow: 'raised',
    },
  },
  variants: {
    placement: {
      end: {
        positioner: { justifyContent: 'end' },
        content: {
          maxWidth: 'min(20rem, 85vw)',
          '&[data-state=open]': { _motionSafe: { animation: 'slide-in 200ms ease-out' } },
        },
      },
      bottom: {
        positioner: { alignItems: 'end' },
        content: { pb: 'calc(1rem + env(safe-area-inset-bottom))', borderTopRadius: 'xl' },
      },
    },
  },
  defaultVariants: { placement: 'end' },
  staticCss: ['*'],
} satisfies SlotRecipeConfig;

export const dialog = defineSlotRecipe({
  slots: ['backdrop', 'positioner', 'content', 'header', 'title', 'body'],
  base: {
    backdrop,
    positioner: {
      ...positioner,
      display: 'grid',
      // A table in a dialog scrolls, and does not widen it.
      gridTemplateColumns: 'minmax(0, 1fr)',
      placeItems: 'center',
      // The margin of the browser's own dialogs.
      p: '0.75rem 1.1875rem',
    },
    content: {
      width: '100%',
      maxHeight: 'calc(100dvh - 1.5rem)',
      overflowY: 'auto',
      p: { base: '4', sm: '6' },
      borderRadius: 'xl',
      bg: 'bg.surface',
      boxShadow: 'raised',
      _open: { _motionSafe: { animation: 'rise 200ms ease-out' } },
    },
    body: { display: 'flex', flexDirection: 'column', gap: '5', mt: '5' },
  },
});

export const tooltip = defineSlotRecipe({
  slots: ['positioner', 'content'],
  base: {
    positioner: {
      '--x': '0px',
      '--y': '-100vh',
      // The pointer can cross this gap to the trigger without leaving the tooltip.
      py: '1.5',
      // While a dialog is open the page has none.
      pointerEvents: 'auto',
    },
    content: {
      zIndex: 'skip',
      maxWidth: 'min(20rem, calc(100vw - 1rem))',
      px: '3',
      py: '1.5',
      borderRadius: 'sm',
      bg: 'fg',
      color: 'bg',
      fontSize: 'sm',
      fontWeight: 'medium',
      lineHeight: 'heading',
      overflowWrap: 'anywhere',
    },
  },
});

export const toast = defineSlotRecipe({
  slots: ['root', 'title', 'description', 'indicator', 'closeTrigger', 'actionTrigger'],
  base: {
    root: {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      width: '24rem',
      maxWidth: 'calc(100vw - 2rem)',
      ps: '4',
      pe: '1.5',
      py: '2',
      borderRadius: 'lg',
      borderWidth: '1px',
      borderInlineStartWidth: '6px',
      borderColor: 'brand.solid',
      bg: 'bg.surface',
      color: 'fg',
      boxShadow: 'raised',
      overflowWrap: 'anywhere',
      '&[data-type=error]': { borderColor: 'danger.solid' },
      '&[data-state=open]': { _motionSafe: { animation: 'rise 200ms ease-out' } },
      '&[data-state=closed]': { opacity: '0', transition: 'opacity 160ms' },
    },
    title: { fontWeight: 'bold', lineHeight: 'heading' },
    description: { lineHeight: 'heading', mt: '0.5' },
    indicator: {
      flexShrink: '0',
      boxSize: '6',
      color: 'brand.fg',
      '[data-type=error] &': { color: 'danger.fg' },
    },
    closeTrigger: {
      flexShrink: '0',
      boxSize: 'touch',
      display: 'grid',
      placeItems: 'center',
      borderRadius: 'full',
      cursor: 'pointer',
      _icon: { boxSize: '5' },
      _hover: { bg: 'bg.subtle' },
    },
  },
});

/** The results are in the dialog of their field, not in a layer above it. */
export const combobox = defineSlotRecipe({
  slots: ['content', 'itemGroup', 'itemGroupLabel', 'item'],
  base: {
    content: { maxHeight: '100%', overflowY: 'auto' },
    itemGroup: { '& + &': { mt: '3' } },
    itemGroupLabel: { px: '2', color: 'fg.muted', fontSize: 'sm', fontWeight: 'bold' },
    item: {
      display: 'block',
      px: '2',
      py: '1.5',
      borderRadius: 'md',
      lineHeight: 'heading',
      _hover: { bg: 'bg.subtle' },
      '&[data-highlighted]': { bg: 'brand.subtle', color: 'brand.fg' },
      '& > span': { display: 'block', color: 'fg.muted', fontSize: 'sm' },
    },
  },
});
