import type { ComponentProps } from 'react';
import { cx } from '#styled-system/css';
import styles from './controls.module.css';

/** A checkbox with its label, which is part of its target. */
export const CheckBox = ({ children, ...input }: ComponentProps<'input'>) => (
  <label className={styles.checkbox}>
    <input type="checkbox" {...input} className={styles.choice} />
    {children}
  </label>
);

/** A radio button with several lines as its label: a card that shows whether it is chosen. */
export const OptionCard = ({ children, ...radio }: ComponentProps<'input'>) => (
  <label className={styles.optionCard}>
    <input type="radio" {...radio} className={cx(styles.choice, styles.option)} />
    {children}
  </label>
);
