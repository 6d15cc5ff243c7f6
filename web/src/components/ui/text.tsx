import type { Assign, HTMLStyledProps } from '#styled-system/types';
import { type AsChild, elementProps, render } from './style-props.tsx';

export const Text = ({ as = 'p', asChild, ...props }: Assign<HTMLStyledProps<'p'>, AsChild>) =>
  render(as, asChild, elementProps(props));
