import { elementProps, render, type StyledProps } from './style-props.tsx';

export type BoxProps = StyledProps<'div'>;

export const Box = ({ as = 'div', asChild, ...props }: BoxProps) => render(as, asChild, elementProps(props));
