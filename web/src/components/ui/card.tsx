import { type CardVariantProps, card } from '#styled-system/recipes';
import type { Assign } from '#styled-system/types';
import { createPart, elementProps, render, type StyledProps } from './style-props.tsx';

const Root = ({
  as = 'div',
  asChild,
  variant,
  size,
  ...props
}: Assign<StyledProps<'div'>, CardVariantProps>) =>
  render(as, asChild, elementProps(props, undefined, card({ variant, size }).root));

/** The root's size sets the padding of the other elements. The header also has what stands beside the title. */
export const Card = {
  Root,
  Header: createPart('div', 'card__header'),
  Body: createPart('div', 'card__body'),
  Footer: createPart('div', 'card__footer'),
  Title: createPart('h2', 'card__title'),
  Description: createPart('p', 'card__description'),
};
