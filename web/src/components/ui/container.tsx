import { container } from '#styled-system/recipes';
import type { Assign, HTMLStyledProps } from '#styled-system/types';
import { type AsChild, elementProps, render } from './style-props.tsx';

/** The outer box of a page: in the middle, with margins at its sides. */
export const Container = ({ as = 'div', asChild, ...props }: Assign<HTMLStyledProps<'div'>, AsChild>) =>
  render(as, asChild, elementProps(props, undefined, container()));
