import { type SimpleGridProperties, simpleGrid } from '#styled-system/patterns';
import type { Assign } from '#styled-system/types';
import { elementProps, render, type StyledProps } from './style-props.tsx';

export const SimpleGrid = ({
  as = 'div',
  asChild,
  columns = 1,
  ...props
}: Assign<StyledProps<'div'>, SimpleGridProperties>) =>
  render(
    as,
    asChild,
    elementProps(props, (styles) => simpleGrid({ ...styles, columns })),
  );
