import type { RecipeConfig, SlotRecipeConfig } from '@pandacss/dev';

const control = {
  width: 'full',
  minHeight: '12',
  px: '3.5',
  py: '2.5',
  borderWidth: '1px',
  borderColor: 'border.control',
  borderRadius: 'md',
  bg: 'bg.surface',
  color: 'fg',
  // iOS zooms the page when a control with text below 16 px takes the focus.
  fontSize: 'md',
  textOverflow: 'ellipsis',
  _placeholder: { color: 'fg.muted', opacity: '1' },
  '&[aria-invalid="true"]': { borderColor: 'danger.fg' },
  '&[readonly]': { bg: 'bg.subtle' },
};

const input = { className: 'input', jsx: ['Input'], base: control, staticCss: ['*'] } satisfies RecipeConfig;

const textarea = {
  className: 'textarea',
  jsx: ['Textarea'],
  base: {
    ...control,
    fieldSizing: 'content',
    minHeight: 'calc(2lh + 1.5rem)',
    resize: 'vertical',
    '&[rows="3"]': { minHeight: 'calc(3lh + 1.5rem)' },
    '&[rows="4"]': { minHeight: 'calc(4lh + 1.5rem)' },
    '&[rows="6"]': { minHeight: 'calc(6lh + 1.5rem)' },
  },
  staticCss: ['*'],
} satisfies RecipeConfig;

const nativeSelect = {
  className: 'nativeSelect',
  jsx: ['NativeSelect.Root', 'NativeSelect.Field'],
  slots: ['root', 'field', 'indicator'],
  base: {
    root: { position: 'relative' },
    field: { ...control, appearance: 'none', pe: '11' },
    indicator: {
      position: 'absolute',
      insetBlock: '0',
      right: '3.5',
      display: 'grid',
      placeItems: 'center',
      pointerEvents: 'none',
    },
  },
  staticCss: ['*'],
} satisfies SlotRecipeConfig;

const field = {
  className: 'field',
  jsx: ['Field.Root', 'Field.Label', 'Field.HelperText', 'Field.ErrorText'],
  slots: ['root', 'label', 'helperText', 'errorText'],
  base: {
    label: { display: 'block', mb: '1.5', fontWeight: 'semibold' },
    helperText: { display: 'block', mt: '1.5', color: 'fg.muted', fontSize: 'sm' },
    errorText: { display: 'block', mt: '1.5', color: 'danger.fg', fontWeight: 'medium' },
  },
  staticCss: ['*'],
} satisfies SlotRecipeConfig;

/** The browser's own boxes and circles look disabled in its dark scheme while they are not checked, so these are drawn. */
const choice = {
  appearance: 'none',
  display: 'grid',
  flexShrink: '0',
  placeContent: 'center',
  boxSize: '5',
  borderWidth: '2px',
  borderColor: 'fg.muted',
  bg: 'bg.surface',
  cursor: 'pointer',
  _checked: {
    borderColor: 'brand.solid',
    bg: 'brand.solid',
    _before: { content: '""', bg: 'brand.contrast' },
  },
  // In the user's own colours, the browser's controls differ from the page.
  '@media (forced-colors: active)': { appearance: 'auto' },
};

const circle = {
  ...choice,
  borderRadius: 'full',
  _checked: {
    ...choice._checked,
    _before: { ...choice._checked._before, boxSize: '2', borderRadius: 'full' },
  },
};

const checkbox = {
  className: 'checkbox',
  jsx: ['Checkbox.Root'],
  slots: ['root', 'control', 'label'],
  base: {
    root: {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      minHeight: 'touch',
      fontWeight: 'semibold',
      cursor: 'pointer',
    },
    control: {
      ...choice,
      borderRadius: '0.25rem',
      _checked: {
        ...choice._checked,
        _before: {
          ...choice._checked._before,
          boxSize: '3',
          clipPath: 'polygon(14% 44%, 0 65%, 45% 100%, 100% 18%, 82% 2%, 41% 66%)',
        },
      },
    },
  },
  staticCss: ['*'],
} satisfies SlotRecipeConfig;

const radioGroup = {
  className: 'radioGroup',
  jsx: ['RadioGroup.Root', 'RadioGroup.Item'],
  slots: ['root', 'item', 'itemControl', 'itemText'],
  base: {
    item: {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '2',
      minWidth: 'touch',
      minHeight: 'touch',
      cursor: 'pointer',
    },
    itemControl: circle,
  },
  staticCss: ['*'],
} satisfies SlotRecipeConfig;

const radioCard = {
  className: 'radioCard',
  jsx: ['RadioCard.Root', 'RadioCard.Item'],
  slots: ['root', 'item', 'itemIndicator', 'itemText', 'itemContent'],
  base: {
    item: {
      display: 'flex',
      alignItems: 'start',
      gap: { base: '2.5', md: '3.5' },
      p: { base: '2.5', md: '4' },
      borderWidth: '2px',
      borderColor: 'border',
      borderRadius: 'lg',
      bg: 'bg.surface',
      cursor: 'pointer',
      '&:has(:checked)': { borderColor: 'brand.solid', bg: 'brand.subtle' },
      '&:has(:focus-visible)': { outline: '3px solid {colors.focusRing}', outlineOffset: '2px' },
    },
    itemIndicator: {
      ...circle,
      mt: '0.5',
      '@supports selector(:has(:focus-visible))': { _focusVisible: { outline: 'none' } },
    },
    itemContent: { flex: '1', minWidth: '0' },
  },
  staticCss: ['*'],
} satisfies SlotRecipeConfig;

export const formRecipes = { input, textarea };

export const formSlotRecipes = { checkbox, field, nativeSelect, radioCard, radioGroup };
