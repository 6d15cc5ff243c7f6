import { type ComponentProps, cloneElement, isValidElement, type ReactNode } from 'react';
import styles from './controls.module.css';

export const classNames = (...names: readonly (string | undefined)[]): string | undefined =>
  names.filter(Boolean).join(' ') || undefined;

/** A child with the properties of the element that it stands for, and with both classes. */
const asChildOf = (child: ReactNode, props: { readonly className?: string | undefined }) => {
  if (!isValidElement<{ readonly className?: string | undefined }>(child))
    throw new Error('There is no element to style');
  return cloneElement(child, {
    ...props,
    ...child.props,
    ...(props.className && { className: classNames(props.className, child.props.className) }),
  });
};

interface AsChild {
  /** The only child has the look, in place of an element around it. */
  readonly asChild?: boolean | undefined;
}

interface ButtonProps extends ComponentProps<'button'>, AsChild {
  /** The main action of a screen is `accent`. */
  readonly variant?: 'solid' | 'accent' | 'outline' | 'ghost' | 'danger' | undefined;
  readonly size?: 'compact' | 'md' | 'lg' | undefined;
}

/** A button; `asChild` styles a link as a button. At least 44 px tall. */
export const Button = ({
  variant = 'solid',
  size = 'md',
  asChild,
  className,
  children,
  ...button
}: ButtonProps) => {
  const props = { ...button, className: classNames(styles.button, styles[variant], styles[size], className) };
  return asChild ? asChildOf(children, props) : <button {...props}>{children}</button>;
};

interface TextLinkProps extends ComponentProps<'a'>, AsChild {}

/** A standalone text link, at least 44 px tall. `asChild` styles a router link. */
export const TextLink = ({ asChild, className, children, ...link }: TextLinkProps) => {
  const props = { ...link, className: classNames(styles.textLink, className) };
  return asChild ? asChildOf(children, props) : <a {...props}>{children}</a>;
};
