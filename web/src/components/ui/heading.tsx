import { type HeadingVariantProps, heading } from '#styled-system/recipes';
import type { Assign, HTMLStyledProps } from '#styled-system/types';
import { type AsChild, elementProps, render } from './style-props.tsx';

export const Heading = ({
  as = 'h2',
  asChild,
  size,
  ...props
}: Assign<HTMLStyledProps<'h2'>, HeadingVariantProps & AsChild>) =>
  render(as, asChild, elementProps(props, undefined, heading({ size })));
