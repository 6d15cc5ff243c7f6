import type { SimpleGridProps } from '@chakra-ui/react/simple-grid';
import type { StackProps } from '@chakra-ui/react/stack';
import type {
  ChakraComponent,
  RecipeDefinition,
  RecipeSelection,
  RecipeVariantRecord,
  SystemStyleObject,
} from '@chakra-ui/react/styled-system';
import { jsx, type SerializedStyles, css as toRules } from '@emotion/react';
import {
  Children,
  type ElementType,
  type FunctionComponent,
  isValidElement,
  type ReactNode,
  type RefAttributes,
} from 'react';
import { system } from '../app/theme/system.ts';

// Chakra's style props and recipes, made into a class once for all elements that look the same. Chakra's own components make
// their styles anew for each element that they render: they took half of the script of a first page.

type Props = Readonly<Record<string, unknown>>;

interface StyledProps {
  readonly as?: ElementType | undefined;
  /** Styles the only child, as a link that looks like a button. */
  readonly asChild?: boolean | undefined;
  readonly css?: SystemStyleObject | readonly (SystemStyleObject | undefined)[] | undefined;
  readonly children?: ReactNode | undefined;
}

const styleNames = new Map<string, boolean>();

const isStyle = (name: string): boolean => {
  let known = styleNames.get(name);
  if (known === undefined) {
    known = system.isValidProperty(name);
    styleNames.set(name, known);
  }
  return known;
};

/** Attributes of elements in a picture that elsewhere are styles. */
const svgAttributes: Readonly<Record<string, readonly string[]>> = {
  path: ['d'],
  text: ['x', 'y'],
  rect: ['width', 'height', 'x', 'y', 'rx', 'ry'],
};

const textOf = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** The attributes of a child that is styled, and those that it has itself: these come first, and both handle events. */
const withOwn = (given: Props, own: Props): Record<string, unknown> => {
  const merged: Record<string, unknown> = { ...given, ...own };
  for (const [name, value] of Object.entries(given)) {
    const other = own[name];
    if (typeof value === 'function' && typeof other === 'function' && /^on[A-Z]/.test(name))
      merged[name] = (...event: unknown[]) => {
        value(...event);
        other(...event);
      };
  }
  if (given.className && own.className) merged.className = `${given.className} ${own.className}`;
  return merged;
};

/** What a component of layout has in place of style props, as style props. */
type Adapt = (props: Props) => Props;

const unchanged: Adapt = (props) => props;

/** An element with style props. Its classes are made when they are first needed, and kept. */
const element = (
  tag: ElementType,
  recipe: RecipeDefinition<RecipeVariantRecord> | undefined,
  adapt: Adapt,
): FunctionComponent<StyledProps> => {
  const variantNames = Object.keys(recipe?.variants ?? {});
  const attributes = (typeof tag === 'string' && svgAttributes[tag]) || [];
  const classes = new Map<string, SerializedStyles>();
  let ofRecipe: ((variants: Props) => SystemStyleObject) | undefined;
  const make = (variants: Props, ...styles: readonly (SystemStyleObject | undefined)[]): SerializedStyles => {
    ofRecipe ??= recipe && system.cva(recipe);
    return toRules(system.css(ofRecipe?.(variants), ...styles));
  };

  return ({ as: Tag = tag, asChild, css, children, ...props }) => {
    const variants: Record<string, unknown> = {};
    const styles: SystemStyleObject = {};
    const rest: Record<string, unknown> = {};
    let key = css ? textOf(css) : '';
    for (const [name, value] of Object.entries(adapt(props))) {
      if (value === undefined) continue;
      if (variantNames.includes(name)) variants[name] = value;
      else if (isStyle(name) && !attributes.includes(name)) Object.assign(styles, { [name]: value });
      else {
        rest[name] = value;
        continue;
      }
      key += `;${name}:${textOf(value)}`;
    }
    let look = classes.get(key);
    if (!look) {
      look = make(variants, ...[css].flat(), styles);
      classes.set(key, look);
    }
    const withLook = (attributesOf: Props) => (look.styles ? { ...attributesOf, css: look } : attributesOf);
    if (!asChild) return jsx(Tag, withLook(rest), children);
    const child = Children.only(children);
    if (!isValidElement<Props>(child)) throw new Error('What is styled must be an element');
    return jsx(child.type, withLook(withOwn(rest, child.props)));
  };
};

/**
 * A component with Chakra's style props.
 * @param recipe its look, with variants
 */
function styled<Tag extends ElementType>(tag: Tag): ChakraComponent<Tag>;
function styled<Tag extends ElementType, Variants extends RecipeVariantRecord>(
  tag: Tag,
  recipe: RecipeDefinition<Variants>,
): ChakraComponent<Tag, RecipeSelection<Variants>>;
function styled(
  tag: ElementType,
  recipe?: RecipeDefinition<RecipeVariantRecord>,
): FunctionComponent<StyledProps> {
  return element(tag, recipe, unchanged);
}

export const chakra = Object.assign(styled, {
  a: styled('a'),
  address: styled('address'),
  details: styled('details'),
  dialog: styled('dialog'),
  div: styled('div'),
  dl: styled('dl'),
  fieldset: styled('fieldset'),
  footer: styled('footer'),
  form: styled('form'),
  g: styled('g'),
  header: styled('header'),
  img: styled('img'),
  label: styled('label'),
  legend: styled('legend'),
  li: styled('li'),
  main: styled('main'),
  nav: styled('nav'),
  ol: styled('ol'),
  output: styled('output'),
  p: styled('p'),
  path: styled('path'),
  rect: styled('rect'),
  span: styled('span'),
  summary: styled('summary'),
  svg: styled('svg'),
  table: styled('table'),
  text: styled('text'),
  ul: styled('ul'),
});

export const Box = chakra.div;
export const Span = chakra.span;
export const Text = chakra.p;

export const VisuallyHidden = styled('span', {
  base: {
    border: '0',
    clip: 'rect(0, 0, 0, 0)',
    height: '1px',
    width: '1px',
    margin: '-1px',
    padding: '0',
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    position: 'absolute',
  },
});

const asStack: Adapt = ({ direction = 'column', align, justify, wrap, gap = '0.5rem', ...props }) => ({
  display: 'flex',
  alignItems: align,
  justifyContent: justify,
  flexDirection: direction,
  flexWrap: wrap,
  gap,
  ...props,
});

/** A column of elements with a gap. */
export const Stack: FunctionComponent<StackProps & RefAttributes<HTMLDivElement>> = element(
  'div',
  undefined,
  asStack,
);

/** A row of elements with a gap. */
export const HStack: FunctionComponent<StackProps & RefAttributes<HTMLDivElement>> = element(
  'div',
  undefined,
  (props) => asStack({ align: 'center', ...props, direction: 'row' }),
);

const repeated = (count: unknown): unknown => (count === null ? null : `repeat(${count}, minmax(0, 1fr))`);

/** A grid of columns of equal width; their number may depend on the width of the window. */
export const SimpleGrid: FunctionComponent<SimpleGridProps> = element(
  'div',
  undefined,
  ({ columns, ...props }) => ({
    display: 'grid',
    gridTemplateColumns:
      typeof columns === 'object' && columns !== null
        ? Object.fromEntries(Object.entries(columns).map(([width, count]) => [width, repeated(count)]))
        : repeated(columns),
    ...props,
  }),
);
