import type { Assign } from '#styled-system/types';
import { useControlProps } from './field.tsx';
import { elementProps, type Look, render, type StyledProps } from './style-props.tsx';

interface InputOptions {
  readonly unstyled?: boolean | undefined;
}

export const Input = ({
  as = 'input',
  asChild,
  unstyled,
  ...props
}: Assign<StyledProps<'input'>, InputOptions>) =>
  render(
    as,
    asChild,
    elementProps(
      { ...useControlProps(), ...props },
      undefined,
      unstyled ? undefined : ('input' satisfies Look),
    ),
  );
