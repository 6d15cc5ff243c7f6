import type { ReactNode } from 'react';
import { type ButtonVariantProps, button } from '#styled-system/recipes';
import type { Assign } from '#styled-system/types';
import { type AsChild, elementProps, render, type StyledProps } from './style-props.tsx';

interface ButtonOptions extends ButtonVariantProps, AsChild {
  /** The button is disabled meanwhile. */
  readonly loading?: boolean | undefined;
  readonly loadingText?: ReactNode;
}

/** At least 44 px tall. `asChild` styles a link as a button. Each screen's main action has the accent's colours. */
export const Button = ({
  as = 'button',
  asChild,
  variant,
  size,
  loading,
  loadingText,
  ...props
}: Assign<StyledProps<'button'>, ButtonOptions>) =>
  render(as, asChild, {
    ...elementProps(props, undefined, button({ variant, size })),
    ...(loading && { disabled: true, children: loadingText ?? props.children }),
  });
