import { cloneElement, type ElementType, isValidElement, type ReactNode } from 'react';
import { css, cx } from '#styled-system/css';
import type {
  Assign,
  ComponentProps,
  JsxHTMLProps,
  JsxStyleProps,
  SystemStyleObject,
} from '#styled-system/types';

/** The site's style props: Panda's own list of all of them costs each page 4 KB of script (gzip). */
const styleProps = [
  '_empty',
  '_focusVisible',
  '_hover',
  '_print',
  'alignItems',
  'alignSelf',
  'bg',
  'borderBottomWidth',
  'borderColor',
  'borderRadius',
  'borderTopColor',
  'borderTopWidth',
  'borderWidth',
  'color',
  'colorPalette',
  'columnGap',
  'containerType',
  'display',
  'flex',
  'flexBasis',
  'flexShrink',
  'flexWrap',
  'fontFamily',
  'fontSize',
  'fontVariantNumeric',
  'fontWeight',
  'gap',
  'gridColumn',
  'gridTemplateColumns',
  'height',
  'justifyContent',
  'justifySelf',
  'lineHeight',
  'listStyle',
  'listStyleType',
  'maxWidth',
  'mb',
  'minHeight',
  'minWidth',
  'ms',
  'mt',
  'mx',
  'order',
  'outline',
  'overflow',
  'overflowWrap',
  'p',
  'pb',
  'pe',
  'position',
  'ps',
  'pt',
  'px',
  'py',
  'rowGap',
  'srOnly',
  'textAlign',
  'textWrap',
  'top',
  'verticalAlign',
  'whiteSpace',
  'width',
  'zIndex',
] as const;
const stylePropNames: ReadonlySet<string> = new Set(styleProps);

type StyleProps = Pick<JsxStyleProps, (typeof styleProps)[number] | 'css'>;

export interface AsChild {
  /** The only child has the look, instead of an element around it. */
  readonly asChild?: boolean | undefined;
}

interface Props {
  readonly className?: string | undefined;
  readonly css?: SystemStyleObject | SystemStyleObject[] | undefined;
  readonly children?: ReactNode;
}

/** Style props whose types were checked where they were given. */
export type Styles = Record<string, never>;

/** Most elements have none; Panda's own function would take as long for them. */
const toClasses = (styles: Styles): string => (Object.keys(styles).length > 0 ? css(styles) : '');

/**
 * Replaces Chakra's style props by class names. Panda finds the styles in the source, so they must be texts: a computed
 * value has no class.
 * @param toClass makes the classes by a pattern
 * @param look the classes of a recipe, which style props outweigh
 */
export const elementProps = (
  { className, css: further, ...props }: Props,
  toClass: (styles: Styles) => string = toClasses,
  look?: string,
): Omit<Props, 'css'> => {
  const styles: Styles = {};
  const element: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(props))
    (stylePropNames.has(name) ? styles : element)[name] = value;
  if (further) Object.assign(styles, ...[further].flat());
  return { ...element, className: cx(look, toClass(styles), className) || undefined };
};

/** With `asChild`, renders the only child with the element's properties and both classes. */
export const render = (Element: ElementType, asChild: boolean | undefined, props: Omit<Props, 'css'>) => {
  if (!asChild) return <Element {...props} />;
  const { children, ...look } = props;
  if (!isValidElement<Props>(children)) throw new Error('There is no element to style');
  const className = cx(look.className, children.props.className);
  return cloneElement(children, { ...look, ...children.props, className });
};

export type StyledProps<Tag extends ElementType> = Assign<
  JsxHTMLProps<ComponentProps<Tag>, StyleProps>,
  AsChild & { readonly as?: ElementType | undefined }
>;

type Recipes = typeof import('#styled-system/recipes');

/** Recipes are referred to by class name, since their functions cost each page 1.4 KB of script (gzip). */
export type Look = {
  [Name in keyof Recipes]: ReturnType<Recipes[Name]> extends string
    ? Name
    : `${Name}__${Extract<keyof ReturnType<Recipes[Name]>, string>}`;
}[keyof Recipes];

const noProps = () => ({});

/** @param useProps properties from the surrounding component, which the element's own outweigh */
export const createPart =
  <Tag extends 'a' | 'div' | 'h2' | 'label' | 'p' | 'select' | 'span' | 'textarea'>(
    tag: Tag,
    look: Look,
    useProps: () => object = noProps,
  ) =>
  ({ as = tag, asChild, ...props }: StyledProps<Tag>) =>
    render(as, asChild, elementProps({ ...useProps(), ...props }, undefined, look));
