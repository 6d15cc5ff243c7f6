import { chakra } from '@chakra-ui/react/styled-system';
import type { ComponentProps } from 'react';
import { choiceStyles } from './select.tsx';

const Label = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minHeight: 'touch',
    fontWeight: 'semibold',
    cursor: 'pointer',
    '& input': choiceStyles,
  },
});

/** A checkbox with its label, which is part of its target. */
export const CheckBox = ({ children, ...input }: ComponentProps<'input'>) => (
  <Label>
    <input type="checkbox" {...input} />
    {children}
  </Label>
);

/** The label of a radio button with several lines: a card that shows which one is chosen. */
export const OptionCard = chakra('label', {
  base: {
    display: 'flex',
    gap: { base: '2.5', md: '3.5' },
    alignItems: 'start',
    p: { base: '2.5', md: '4' },
    borderRadius: 'lg',
    borderWidth: '2px',
    borderColor: 'border',
    bg: 'bg.surface',
    cursor: 'pointer',
    '&:has(:checked)': { borderColor: 'brand.solid', bg: 'brand.subtle' },
    '&:has(:focus-visible)': { outline: '3px solid', outlineColor: 'focusRing', outlineOffset: '2px' },
  },
});

export const OptionRadio = chakra('input', {
  base: {
    ...choiceStyles,
    mt: '0.5',
    // The surrounding card shows the focus, where the browser can select it.
    '@supports selector(:has(:focus-visible))': { _focusVisible: { outline: 'none' } },
  },
});
