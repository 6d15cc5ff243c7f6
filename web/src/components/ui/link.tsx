import { link } from '#styled-system/recipes';
import type { Assign, HTMLStyledProps } from '#styled-system/types';
import { type AsChild, elementProps, render } from './style-props.tsx';

/** A standalone text link, at least 44 px tall. `asChild` styles a link of the router. */
export const Link = ({ as = 'a', asChild, ...props }: Assign<HTMLStyledProps<'a'>, AsChild>) =>
  render(as, asChild, elementProps(props, undefined, link()));
