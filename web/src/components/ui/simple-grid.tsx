import { type SimpleGridProperties, simpleGrid } from '#styled-system/patterns';
import type { Assign, HTMLStyledProps } from '#styled-system/types';
import { type AsChild, elementProps, render } from './style-props.tsx';

export const SimpleGrid = ({
  as = 'div',
  asChild,
  ...props
}: Assign<HTMLStyledProps<'div'>, SimpleGridProperties & AsChild>) =>
  render(as, asChild, elementProps(props, simpleGrid));
