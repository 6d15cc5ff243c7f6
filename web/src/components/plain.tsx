import type { HTMLAttributes } from 'react';
import { classNames } from './controls.tsx';
import styles from './plain.module.css';

// Stacks and texts, which screens repeat most, as plain elements with classes: Chakra makes the styles of its own while they
// render. What they can be is in plain.module.css, and what only one of them is in a further class.

interface StackProps extends HTMLAttributes<HTMLElement> {
  readonly as?: 'div' | 'ul' | 'ol' | 'li' | 'section' | undefined;
  /** In quarters of a rem. */
  readonly gap?: '0' | '0.5' | '1' | '1.5' | '2' | '2.5' | '3' | '4' | '5' | '6' | '8' | undefined;
  readonly align?: 'start' | 'center' | 'end' | 'baseline' | undefined;
  readonly justify?: 'space-between' | 'center' | undefined;
  readonly wrap?: 'wrap' | undefined;
}

// A function, and no component that both render: a screen has hundreds of stacks.
const stackOf = (
  { as: Element = 'div', gap = '2', align, justify, wrap, className, ...stack }: StackProps,
  row?: string,
) => (
  <Element
    {...stack}
    className={classNames(styles.stack, row, className)}
    data-gap={gap}
    data-align={align}
    data-justify={justify}
    data-wrap={wrap}
  />
);

/** One below the other. */
export const Stack = (stack: StackProps) => stackOf(stack);

/** One beside the other, in the middle of the line. */
export const HStack = (stack: StackProps) => stackOf(stack, styles.row);

interface TextProps extends Omit<HTMLAttributes<HTMLElement>, 'color'> {
  readonly as?: 'p' | 'span' | 'li' | 'dt' | 'dd' | undefined;
  readonly color?: 'fg.muted' | 'danger.fg' | 'warning.fg' | undefined;
  readonly fontSize?: 'sm' | 'lg' | 'xl' | undefined;
  readonly fontWeight?: 'normal' | 'medium' | 'semibold' | 'bold' | 'extrabold' | undefined;
  readonly lineHeight?: 'heading' | undefined;
  readonly fontVariantNumeric?: 'tabular-nums' | undefined;
  readonly overflowWrap?: 'anywhere' | undefined;
  readonly whiteSpace?: 'nowrap' | undefined;
}

/** A paragraph, or a part of a line or a list. */
export const Text = ({
  as: Element = 'p',
  color,
  fontSize,
  fontWeight,
  lineHeight,
  fontVariantNumeric,
  overflowWrap,
  whiteSpace,
  className,
  ...text
}: TextProps) => (
  <Element
    {...text}
    className={classNames(styles.text, className)}
    data-color={color}
    data-size={fontSize}
    data-weight={fontWeight}
    data-look={classNames(lineHeight, fontVariantNumeric, overflowWrap, whiteSpace)}
  />
);
