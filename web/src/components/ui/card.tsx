import { card } from '#styled-system/recipes';
import type { Assign, HTMLStyledProps } from '#styled-system/types';
import { type AsChild, elementProps, render } from './style-props.tsx';

const Root = ({ as = 'div', asChild, ...props }: Assign<HTMLStyledProps<'div'>, AsChild>) =>
  render(as, asChild, elementProps(props, undefined, card().root));

/** A raised box. */
export const Card = { Root };
