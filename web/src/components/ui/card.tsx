import { type CardVariantProps, card } from '#styled-system/recipes';
import type { Assign, HTMLStyledProps } from '#styled-system/types';
import { type AsChild, elementProps, render } from './style-props.tsx';

type PartProps = Assign<HTMLStyledProps<'div'>, AsChild>;

const Root = ({ as = 'div', asChild, variant, size, ...props }: Assign<PartProps, CardVariantProps>) =>
  render(as, asChild, elementProps(props, undefined, card({ variant, size }).root));

/** A part whose look does not depend on the size of the card. */
const partOf =
  (slot: 'header' | 'body' | 'footer' | 'title' | 'description', element: 'div' | 'h2' | 'p') =>
  ({ as = element, asChild, ...props }: PartProps) =>
    render(as, asChild, elementProps(props, undefined, card()[slot]));

/**
 * A raised box. The size of its root sets the padding of the header, the body and the footer. The header has the title and what
 * stands beside it, the body has one part below the other, and the footer is the last line.
 */
export const Card = {
  Root,
  Header: partOf('header', 'div'),
  Body: partOf('body', 'div'),
  Footer: partOf('footer', 'div'),
  Title: partOf('title', 'h2'),
  Description: partOf('description', 'p'),
};
