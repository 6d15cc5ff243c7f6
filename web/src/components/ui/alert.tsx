import { type AlertVariantProps, alert } from '#styled-system/recipes';
import type { Assign } from '#styled-system/types';
import { type AsChild, elementProps, render, type StyledProps } from './style-props.tsx';

type PartProps<Tag extends 'div' | 'span'> = Assign<StyledProps<Tag>, AsChild>;

const Root = ({ as = 'div', asChild, status, ...props }: Assign<PartProps<'div'>, AlertVariantProps>) =>
  render(as, asChild, elementProps(props, undefined, alert({ status }).root));

const Indicator = ({ as = 'span', asChild, ...props }: PartProps<'span'>) =>
  render(as, asChild, elementProps(props, undefined, alert().indicator));

const Description = ({ as = 'div', asChild, ...props }: PartProps<'div'>) =>
  render(as, asChild, elementProps(props, undefined, alert().description));

export const Alert = { Root, Indicator, Description };
