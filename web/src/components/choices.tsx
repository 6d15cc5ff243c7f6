import { chakra } from '@chakra-ui/react/styled-system';
import type { ComponentProps } from 'react';
import styles from './controls.module.css';
import { classNames } from './controls.tsx';

const Label = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minHeight: 'touch',
    fontWeight: 'semibold',
    cursor: 'pointer',
  },
});

/** A checkbox with its label, which is part of its target. */
export const CheckBox = ({ children, ...input }: ComponentProps<'input'>) => (
  <Label>
    <input type="checkbox" {...input} className={styles.choice} />
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

/** The radio button of an `OptionCard`, which shows the focus where the browser can select it. */
export const OptionRadio = (input: ComponentProps<'input'>) => (
  <input {...input} className={classNames(styles.choice, styles.option)} />
);
