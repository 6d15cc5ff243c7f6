import { hstack, type StackProperties, stack } from '#styled-system/patterns';
import type { Assign } from '#styled-system/types';
import { elementProps, render, type StyledProps } from './style-props.tsx';

type StackProps = Assign<StyledProps<'div'>, StackProperties>;

const stackOf =
  (pattern: typeof stack) =>
  ({ as = 'div', asChild, direction, align, justify, wrap, ...props }: StackProps) =>
    render(
      as,
      asChild,
      elementProps(props, (styles) => pattern({ ...styles, direction, align, justify, wrap })),
    );

export const Stack = stackOf(stack);

export const HStack = stackOf(hstack);
