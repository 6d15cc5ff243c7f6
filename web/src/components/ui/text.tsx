import { elementProps, render, type StyledProps } from './style-props.tsx';

export const Text = ({ as = 'p', asChild, ...props }: StyledProps<'p'>) =>
  render(as, asChild, elementProps(props));
