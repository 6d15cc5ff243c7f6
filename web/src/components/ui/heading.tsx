import { type HeadingVariantProps, heading } from '#styled-system/recipes';
import type { Assign } from '#styled-system/types';
import { elementProps, render, type StyledProps } from './style-props.tsx';

export const Heading = ({
  as = 'h2',
  asChild,
  size,
  ...props
}: Assign<StyledProps<'h2'>, HeadingVariantProps>) =>
  render(as, asChild, elementProps(props, undefined, heading({ size })));
