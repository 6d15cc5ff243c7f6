import { skeleton } from '#styled-system/recipes';
import type { Assign, HTMLStyledProps } from '#styled-system/types';
import { type AsChild, elementProps, render } from './style-props.tsx';

/** A grey placeholder for content that is loading. */
export const Skeleton = ({ as = 'div', asChild, ...props }: Assign<HTMLStyledProps<'div'>, AsChild>) =>
  render(as, asChild, elementProps(props, undefined, skeleton()));
