import type { Assign, HTMLStyledProps } from '#styled-system/types';
import { type AsChild, elementProps, render } from './style-props.tsx';

/** A paragraph, or a part of a line or a list. */
export const Text = ({ as = 'p', asChild, ...props }: Assign<HTMLStyledProps<'p'>, AsChild>) =>
  render(as, asChild, elementProps(props));
