import type { Plugin } from 'vite';
import { css } from '#styled-system/css';
import * as alert from './src/components/ui/alert.tsx';
import * as badge from './src/components/ui/badge.tsx';
import * as box from './src/components/ui/box.tsx';
import * as button from './src/components/ui/button.tsx';
import * as card from './src/components/ui/card.tsx';
import * as container from './src/components/ui/container.tsx';
import * as heading from './src/components/ui/heading.tsx';
import * as grid from './src/components/ui/simple-grid.tsx';
import * as skeleton from './src/components/ui/skeleton.tsx';
import * as stack from './src/components/ui/stack.tsx';
import * as text from './src/components/ui/text.tsx';

type Syntax = Readonly<Record<string, unknown>>;
const isSyntax = (node: unknown): node is Syntax => typeof node === 'object' && node !== null;
const listOf = (node: unknown): Syntax[] => (Array.isArray(node) ? node.filter(isSyntax) : []);

/** Components of `ui/` whose element depends on their properties alone: they use no hooks. */
const components: Syntax = {
  ...{ ...alert, ...badge, ...box, ...button, ...card, ...container, ...heading },
  ...{ ...grid, ...skeleton, ...stack, ...text },
};

/** A part of the source, in UTF-16 units, and what replaces it. */
type Edit = readonly [start: number, end: number, text: string];

/** Stands for a property's value that is not known before the page runs. */
class Computed {}

class NotWritten extends Error {}

const start = (node: Syntax): number => Number(node.start);
const end = (node: Syntax): number => Number(node.end);

const keyOf = ({ key, computed }: Syntax): string => {
  if (!isSyntax(key) || computed) throw new NotWritten();
  return String(key.name ?? key.value);
};

/** @throws NotWritten for a style that is computed */
const classesOf = (call: Syntax): string => {
  const [styles, ...more] = listOf(call.arguments);
  if (!isSyntax(call.callee) || call.callee.name !== 'css' || more.length > 0) throw new NotWritten();
  return css(Object(writtenValue(styles)));
};

/** @throws NotWritten for an expression that is neither a literal nor an object of them, nor has known classes */
const writtenValue = (node: unknown, classes?: ReadonlyMap<unknown, string>): unknown => {
  if (isSyntax(node) && node.type === 'Literal') return node.value;
  const known = isSyntax(node) && node.type === 'Identifier' ? classes?.get(node.name) : undefined;
  if (known !== undefined) return known;
  if (isSyntax(node) && node.type === 'CallExpression') return classesOf(node);
  if (!isSyntax(node) || node.type !== 'ObjectExpression') throw new NotWritten();
  return Object.fromEntries(listOf(node.properties).map((one) => [keyOf(one), writtenValue(one.value)]));
};

/** The names that a file declares as variables or parameters, one for each declaration. */
const declaredNames = (node: unknown): unknown[] => {
  if (!isSyntax(node)) return [];
  const namesIn = (pattern: unknown): unknown[] =>
    isSyntax(pattern) ? [pattern.name, ...Object.values(pattern).flatMap(namesIn)].filter(Boolean) : [];
  return [
    ...(node.type === 'VariableDeclarator' ? namesIn(node.id) : namesIn(node.params)),
    ...Object.values(node).flatMap(declaredNames),
  ];
};

/** `const x = css({ ... })` of a file's top level, by name. */
const declaredClasses = (body: readonly Syntax[]): Map<unknown, string> => {
  const declared = new Map<unknown, string>();
  for (const { id, init } of body.flatMap(({ kind, declarations }) =>
    kind === 'const' ? listOf(declarations) : [],
  ))
    try {
      if (isSyntax(id) && isSyntax(init) && init.type === 'CallExpression')
        declared.set(id.name, classesOf(init));
    } catch {
      // It stays a call.
    }
  return declared;
};

/** The names under which a file imports components of `ui/`. */
const importedComponents = (body: readonly Syntax[]): Map<unknown, unknown> =>
  new Map(
    body.flatMap(({ source, specifiers }) =>
      isSyntax(source) && /\/ui\/[\w-]+\.tsx$/.test(String(source.value))
        ? listOf(specifiers).flatMap(({ imported, local }) =>
            isSyntax(imported) && isSyntax(local)
              ? [[local.name, components[String(imported.name)]] as const]
              : [],
          )
        : [],
    ),
  );

/**
 * Writes an element of a component as the element that the component returns: `<Stack gap="4" id={x}>` becomes
 * `<div className="..." id={x}>`.
 * @throws NotWritten where what the component returns depends on a value that is computed
 */
const elementEdits = (
  component: unknown,
  call: Syntax,
  code: string,
  classes: ReadonlyMap<unknown, string>,
) => {
  const [name, given] = listOf(call.arguments);
  if (typeof component !== 'function' || !isSyntax(name) || given?.type !== 'ObjectExpression')
    throw new NotWritten();
  const properties = listOf(given.properties).map((property) => {
    const key = keyOf(property);
    try {
      return { ...property, key, value: writtenValue(property.value, classes), node: property.value };
    } catch {
      return { ...property, key, value: new Computed(), node: property.value };
    }
  });
  const element: unknown = Reflect.apply(component, undefined, [
    Object.fromEntries(properties.map(({ key, value }) => [key, value])),
  ]);
  if (!isSyntax(element) || !isSyntax(element.props)) throw new NotWritten();
  const { type, props } = element;
  const as = properties.find(({ value }) => value === type)?.node;
  const tag =
    typeof type === 'string' ? JSON.stringify(type) : isSyntax(as) && code.slice(start(as), end(as));
  if (!tag) throw new NotWritten();
  const kept = properties.filter(({ key, value }) => key in props && props[key] === value);
  if (properties.some((one) => one.value instanceof Computed && one.node !== as && !kept.includes(one)))
    throw new NotWritten();
  const added = Object.entries(props).filter(
    ([key, value]) => value !== undefined && !kept.some((one) => one.key === key),
  );
  const removed = properties.filter((one) => !kept.includes(one));
  const edits: Edit[] = [
    [start(name), end(name), tag],
    ...(added.length > 0
      ? [
          [
            start(given) + 1,
            start(given) + 1,
            ` ${JSON.stringify(Object.fromEntries(added)).slice(1, -1)},`,
          ] as const,
        ]
      : []),
    ...removed.map((one): Edit => {
      const next = properties[properties.indexOf(one) + 1];
      return [start(one), next ? start(next) : end(one), ''];
    }),
  ];
  return { edits, inside: [...kept.map(({ node }) => node), ...listOf(call.arguments).slice(2)] };
};

/**
 * Writes looks as class names, which takes a phone none of the time that a look takes at each visit: `css({ ... })`, and elements
 * of `ui/` whose style props are literals. Panda 2 does it, too.
 */
export const compiledStyles = (): Plugin => ({
  name: 'compiled-styles',
  apply: 'build',
  transform(code, id) {
    if (!id.includes('/web/src/') || !/\bcss\(|\/ui\//.test(code)) return;
    const program: unknown = this.parse(code);
    const body = listOf(isSyntax(program) && program.body);
    const [classes, imported] = [declaredClasses(body), importedComponents(body)];
    // A name that an inner function declares once more may stand for something else there.
    const names = Map.groupBy(declaredNames(program), (name) => name);
    for (const [name, { length }] of names) if (length > 1) classes.delete(name);
    for (const name of names.keys()) imported.delete(name);
    const componentOf = (node: unknown): unknown => {
      if (!isSyntax(node)) return;
      if (node.type === 'Identifier') return imported.get(node.name);
      const owner = node.type === 'MemberExpression' ? componentOf(node.object) : undefined;
      return isSyntax(owner) && isSyntax(node.property) ? owner[String(node.property.name)] : undefined;
    };
    const edits: Edit[] = [];
    const visit = (node: unknown): void => {
      if (!isSyntax(node)) return;
      if (node.type === 'CallExpression')
        try {
          const component = componentOf(listOf(node.arguments).at(0));
          if (component === undefined) edits.push([start(node), end(node), JSON.stringify(classesOf(node))]);
          else {
            const element = elementEdits(component, node, code, classes);
            edits.push(...element.edits);
            element.inside.forEach(visit);
          }
          return;
        } catch {
          // It stays as it is.
        }
      Object.values(node).forEach(visit);
    };
    visit(program);
    return edits
      .toSorted(([one], [other]) => other - one)
      .reduce((written, [from, to, text]) => written.slice(0, from) + text + written.slice(to), code);
  },
});
