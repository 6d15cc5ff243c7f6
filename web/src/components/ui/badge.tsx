import { type BadgeVariantProps, badge } from '#styled-system/recipes';
import type { Assign } from '#styled-system/types';
import { elementProps, render, type StyledProps } from './style-props.tsx';

export const Badge = ({
  as = 'span',
  asChild,
  variant,
  ...props
}: Assign<StyledProps<'span'>, BadgeVariantProps>) =>
  render(as, asChild, elementProps(props, undefined, badge({ variant })));
