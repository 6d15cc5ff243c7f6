import { cloneElement, type ElementType, isValidElement, type ReactNode } from 'react';
import { css, cx } from '#styled-system/css';
import { isCssProperty } from '#styled-system/jsx';
import type { Assign, HTMLStyledProps, SystemStyleObject } from '#styled-system/types';

export interface AsChild {
  /** The only child has the look, in place of an element around it. */
  readonly asChild?: boolean | undefined;
}

interface Props {
  readonly className?: string | undefined;
  readonly css?: SystemStyleObject | SystemStyleObject[] | undefined;
  readonly children?: ReactNode;
}

/** Style props as they were given; their types were checked there. */
export type Styles = Record<string, never>;

/**
 * The props of the element that a component with Chakra's style props renders: class names stand for the style props. Panda
 * finds the styles in the source, so they must stand there as text: a value that is computed has no class.
 * @param toClass makes the classes, by a pattern
 * @param look the classes of a recipe, which style props outweigh
 */
export const elementProps = (
  { className, css: further, ...props }: Props,
  toClass: (styles: Styles) => string = css,
  look?: string,
): Omit<Props, 'css'> => {
  const styles: Styles = {};
  const element: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(Object.assign(props, ...[further].flat())))
    (isCssProperty(name) ? styles : element)[name] = value;
  return { ...element, className: cx(look, toClass(styles), className) || undefined };
};

/** Renders an element, or with `asChild` its only child with the properties of the element and with both classes. */
export const render = (Element: ElementType, asChild: boolean | undefined, props: Omit<Props, 'css'>) => {
  if (!asChild) return <Element {...props} />;
  const { children, ...look } = props;
  if (!isValidElement<Props>(children)) throw new Error('There is no element to style');
  const className = cx(look.className, children.props.className);
  return cloneElement(children, { ...look, ...children.props, className });
};

/** The props of an element that takes style props. */
export type StyledProps<Tag extends ElementType> = Assign<HTMLStyledProps<Tag>, AsChild>;

type Recipes = typeof import('#styled-system/recipes');

/**
 * The classes of recipes and their slots, which those without variants are known by: their functions cost each page 1.4 KB of
 * script (gzip).
 */
export type Look = {
  [Name in keyof Recipes]: ReturnType<Recipes[Name]> extends string
    ? Name
    : `${Name}__${Extract<keyof ReturnType<Recipes[Name]>, string>}`;
}[keyof Recipes];

const noProps = () => ({});

/**
 * An element with a look, or a part of a component that has several.
 * @param useProps properties that a part has from what is around it, which its own outweigh
 */
export const createPart =
  <Tag extends 'a' | 'div' | 'h2' | 'label' | 'p' | 'select' | 'span' | 'textarea'>(
    tag: Tag,
    look: Look,
    useProps: () => object = noProps,
  ) =>
  ({ as = tag, asChild, ...props }: StyledProps<Tag>) =>
    render(as, asChild, elementProps({ ...useProps(), ...props }, undefined, look));
