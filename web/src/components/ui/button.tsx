import type { ReactNode } from 'react';
import { type ButtonVariantProps, button } from '#styled-system/recipes';
import type { Assign, HTMLStyledProps } from '#styled-system/types';
import { type AsChild, elementProps, render } from './style-props.tsx';

interface ButtonOptions extends ButtonVariantProps, AsChild {
  /** It is disabled meanwhile. */
  readonly loading?: boolean | undefined;
  /** In place of its content while it is loading. */
  readonly loadingText?: ReactNode;
}

/** A button; `asChild` styles a link as a button. At least 44 px tall. The main action of a screen has the accent's colours. */
export const Button = ({
  as = 'button',
  asChild,
  variant,
  size,
  loading,
  loadingText,
  ...props
}: Assign<HTMLStyledProps<'button'>, ButtonOptions>) =>
  render(as, asChild, {
    ...elementProps(props, undefined, button({ variant, size })),
    ...(loading && { disabled: true, children: loadingText ?? props.children }),
  });
