import type { RecipeConfig, SlotRecipeConfig } from '@pandacss/dev';
import { formRecipes, formSlotRecipes } from './form-recipes.ts';
import { drawer } from './machine-recipes.ts';
import { dataTable, table } from './table-recipes.ts';

// Recipes of components/ui/ in Chakra's language. Only properties that this school changes differ from Chakra's names.

const inOwnColours = '@media (forced-colors: active)';
const reducedMotion = '@media (prefers-reduced-motion: reduce)';

const button = {
  className: 'button',
  jsx: ['Button', 'IconButton'],
  base: {
    display: 'inline-flex',
    flexShrink: '0',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    minWidth: 'touch',
    minHeight: 'touch',
    borderRadius: 'full',
    colorPalette: 'brand',
    fontWeight: 'bold',
    lineHeight: 'heading',
    textAlign: 'center',
    cursor: 'pointer',
    userSelect: 'none',
    transitionDuration: 'quick',
    transitionProperty: 'background-color, border-color, color, transform',
    _active: { transform: 'scale(0.98)' },
    '&[data-asked]': { opacity: '0.7' },
    '&:is(:disabled, [aria-disabled="true"])': { opacity: '0.55', cursor: 'not-allowed' },
    [reducedMotion]: { transition: 'none', _active: { transform: 'none' } },
    // There all grounds are one.
    [inOwnColours]: { borderWidth: '2px' },
  },
  variants: {
    variant: {
      solid: {
        bg: 'colorPalette.solid',
        color: 'colorPalette.contrast',
        _hover: { bg: 'colorPalette.hover' },
      },
      outline: { borderColor: 'border.control', borderWidth: '2px', _hover: { bg: 'bg.subtle' } },
      ghost: { _hover: { bg: 'bg.subtle' } },
    },
    size: {
      sm: { px: '3' },
      md: { px: '5' },
      lg: { minHeight: '14', px: '8', fontSize: 'lg' },
    },
  },
  defaultVariants: { variant: 'solid', size: 'md' },
  staticCss: ['*'],
} satisfies RecipeConfig;

const link = {
  className: 'link',
  jsx: ['Link'],
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 'touch',
    fontWeight: 'semibold',
    textDecoration: 'underline',
    textUnderlineOffset: '4px',
    overflowWrap: 'anywhere',
  },
  staticCss: ['*'],
} satisfies RecipeConfig;

const headingText = {
  fontFamily: 'heading',
  fontWeight: 'extrabold',
  letterSpacing: 'tight',
  lineHeight: 'heading',
  textWrap: 'balance',
  overflowWrap: 'anywhere',
} as const;

const heading = {
  className: 'heading',
  jsx: ['Heading'],
  base: headingText,
  variants: {
    size: {
      md: { fontSize: 'xl' },
      lg: { fontSize: '2xl' },
      xl: { fontSize: '3xl' },
      '2xl': { fontSize: '4xl', lineHeight: 'display' },
      '3xl': { fontSize: '5xl', lineHeight: 'display' },
    },
  },
  defaultVariants: { size: 'lg' },
  staticCss: ['*'],
} satisfies RecipeConfig;

const badge = {
  className: 'badge',
  jsx: ['Badge'],
  base: {
    display: 'inline-flex',
    flexShrink: '0',
    alignItems: 'center',
    px: '2.5',
    py: '0.5',
    borderRadius: 'full',
    colorPalette: 'neutral',
    fontSize: 'sm',
    fontWeight: 'bold',
    whiteSpace: 'nowrap',
    // The border shows the shape where the user's colours replace the background.
    [inOwnColours]: { borderWidth: '1px' },
  },
  variants: {
    variant: {
      subtle: { bg: 'colorPalette.subtle', color: 'colorPalette.fg' },
      solid: { bg: 'colorPalette.solid', color: 'colorPalette.contrast' },
    },
  },
  defaultVariants: { variant: 'subtle' },
  staticCss: ['*'],
} satisfies RecipeConfig;

/** Screen readers read a loading text beside it. */
const skeleton = {
  className: 'skeleton',
  jsx: ['Skeleton'],
  base: {
    borderRadius: 'lg',
    bg: 'bg.subtle',
    // A start after a second, by when most contents have come: without a GPU, their processor draws the frames.
    _motionSafe: { animation: 'pulse 1.6s 1s ease-in-out infinite' },
  },
  staticCss: ['*'],
} satisfies RecipeConfig;

const cardPadding = 'var(--card-padding)';

const card = {
  className: 'card',
  jsx: ['Card.Root'],
  slots: ['root', 'header', 'body', 'footer', 'title', 'description'],
  base: {
    root: {
      display: 'flex',
      flexDirection: 'column',
      position: 'relative',
      minWidth: '0',
      overflow: 'hidden',
      borderWidth: '1px',
      borderColor: 'border',
      borderRadius: 'xl',
      bg: 'bg.surface',
      boxShadow: 'card',
    },
    header: {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      columnGap: '4',
      rowGap: '2',
      px: cardPadding,
      pt: cardPadding,
    },
    body: { display: 'flex', flex: '1', flexDirection: 'column', p: cardPadding },
    footer: {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '2',
      px: cardPadding,
      pb: cardPadding,
    },
    title: { ...headingText, fontSize: 'xl' },
    description: { color: 'fg.muted' },
  },
  variants: {
    variant: {
      outline: {},
      /** The edge has the programme's colour, which is the palette. */
      programme: { root: { borderTopWidth: '6px', borderTopColor: 'colorPalette.solid' } },
    },
    size: {
      sm: { root: { '--card-padding': '{spacing.3}' } },
      md: { root: { '--card-padding': { base: '{spacing.4}', md: '{spacing.5}' } } },
      lg: { root: { '--card-padding': { base: '{spacing.4}', md: '{spacing.6}' } } },
    },
  },
  defaultVariants: { variant: 'outline', size: 'md' },
  staticCss: ['*'],
} satisfies SlotRecipeConfig;

const container = {
  className: 'container',
  jsx: ['Container', 'Screen'],
  base: {
    width: 'full',
    maxWidth: 'page',
    mx: 'auto',
    px: { base: '4', md: '6' },
    py: { base: '6', md: '10' },
  },
  staticCss: ['*'],
} satisfies RecipeConfig;

const alert = {
  className: 'alert',
  jsx: ['Alert.Root'],
  slots: ['root', 'indicator', 'description'],
  base: {
    root: {
      display: 'flex',
      alignItems: 'flex-start',
      gap: '3',
      p: '3.5',
      borderWidth: '1px',
      borderColor: 'colorPalette.line',
      borderRadius: 'md',
      bg: 'colorPalette.subtle',
      color: 'colorPalette.fg',
      fontWeight: 'medium',
      lineHeight: 'heading',
    },
    indicator: { flexShrink: '0' },
    description: { minWidth: '0', overflowWrap: 'anywhere' },
  },
  variants: {
    status: {
      info: { root: { colorPalette: 'brand' } },
      warning: { root: { colorPalette: 'warning' } },
      error: { root: { colorPalette: 'danger', borderColor: 'danger.fg' } },
    },
  },
  defaultVariants: { status: 'info' },
  staticCss: ['*'],
} satisfies SlotRecipeConfig;

export const officeRecipes = { dataTable, table };

export const slotRecipes = {
  alert,
  card,
  drawer,
  ...formSlotRecipes,
  ...officeRecipes,
};

export const recipes = { badge, button, container, heading, link, skeleton, ...formRecipes };
