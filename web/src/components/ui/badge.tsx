import { type BadgeVariantProps, badge } from '#styled-system/recipes';
import type { Assign, HTMLStyledProps } from '#styled-system/types';
import { type AsChild, elementProps, render } from './style-props.tsx';

export const Badge = ({
  as = 'span',
  asChild,
  variant,
  ...props
}: Assign<HTMLStyledProps<'span'>, BadgeVariantProps & AsChild>) =>
  render(as, asChild, elementProps(props, undefined, badge({ variant })));
