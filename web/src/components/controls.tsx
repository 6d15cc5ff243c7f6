import { chakra } from '@chakra-ui/react/styled-system';

/** A button; `asChild` styles a link as a button. The main action of a screen is `accent`. At least 44 px tall. */
export const Button = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    flexShrink: '0',
    minHeight: 'touch',
    minWidth: 'touch',
    borderRadius: 'full',
    fontWeight: 'bold',
    lineHeight: 'heading',
    textAlign: 'center',
    cursor: 'pointer',
    userSelect: 'none',
    transitionProperty: 'background-color, border-color, color, transform',
    transitionDuration: 'quick',
    _active: { transform: 'scale(0.98)' },
    _disabled: { opacity: '0.55', cursor: 'not-allowed' },
    _motionReduce: { transition: 'none', _active: { transform: 'none' } },
  },
  variants: {
    variant: {
      solid: { bg: 'brand.solid', color: 'brand.contrast', _hover: { bg: 'brand.hover' } },
      accent: { bg: 'accent.solid', color: 'accent.contrast', _hover: { bg: 'accent.hover' } },
      outline: { borderWidth: '2px', borderColor: 'border.control', _hover: { bg: 'bg.subtle' } },
      ghost: { _hover: { bg: 'bg.subtle' } },
      danger: { bg: 'danger.solid', color: 'danger.contrast', _hover: { bg: 'danger.hover' } },
    },
    size: {
      compact: { px: '3' },
      md: { px: '5' },
      lg: { minHeight: '14', px: '8', fontSize: 'lg' },
    },
  },
  defaultVariants: { variant: 'solid', size: 'md' },
});

/** Styles of every form control. */
export const controlStyles = {
  width: 'full',
  minHeight: '12',
  px: '3.5',
  py: '2.5',
  borderRadius: 'md',
  borderWidth: '1px',
  borderColor: 'border.control',
  bg: 'bg.surface',
  color: 'fg',
  // iOS zooms the page when a control with text below 16 px takes the focus.
  fontSize: 'md',
  textOverflow: 'ellipsis',
  _placeholder: { color: 'fg.muted', opacity: '1' },
  _invalid: { borderColor: 'danger.fg' },
  _readOnly: { bg: 'bg.subtle' },
} as const;

/** The cover of the page behind a modal dialog. A colour itself: older browsers pass no custom properties to a backdrop. */
export const backdrop = { bg: 'rgb(13 27 42 / 0.55)' } as const;
