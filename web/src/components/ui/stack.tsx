import { hstack, type StackProperties, stack } from '#styled-system/patterns';
import type { Assign, HTMLStyledProps } from '#styled-system/types';
import { type AsChild, elementProps, render } from './style-props.tsx';

type StackProps = Assign<HTMLStyledProps<'div'>, StackProperties & AsChild>;

const stackOf =
  (pattern: typeof stack) =>
  ({ as = 'div', asChild, align, justify, wrap, ...props }: StackProps) =>
    render(
      as,
      asChild,
      elementProps(props, (styles) => pattern({ ...styles, align, justify, wrap })),
    );

export const Stack = stackOf(stack);

export const HStack = stackOf(hstack);
