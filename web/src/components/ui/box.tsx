import type { Assign, HTMLStyledProps } from '#styled-system/types';
import { type AsChild, elementProps, render } from './style-props.tsx';

export type BoxProps = Assign<HTMLStyledProps<'div'>, AsChild>;

export const Box = ({ as = 'div', asChild, ...props }: BoxProps) => render(as, asChild, elementProps(props));
