import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { compiledStyles } from '../../../compiled-styles.ts';

const start = 'import { Stack } from "./ui/stack.tsx"; import { Card } from "./ui/card.tsx";';
const compile = (code: string): string => {
  const { transform } = compiledStyles();
  if (typeof transform !== 'function') throw new Error('The plugin does not transform');
  const compiled: unknown = Reflect.apply(transform, { parse: parseAst }, [start + code, '/web/src/a.tsx']);
  return String(compiled).slice(start.length).replaceAll('"', "'");
};

it.each([
  ['css({ mt: "4", md: { mt: "2" } })', "'mt_4 md:mt_2'"],
  ['css({ mt: x })', 'css({ mt: x })'],
  ['jsx(Stack, { gap: "4", id: x })', "jsx('div', { 'className':'d_flex flex-d_column gap_4', id: x })"],
  [
    'jsx(Card.Title, { as: "h3", children: jsx("b", { className: css({ mt: "1" }) }) }, key)',
    "jsx('h3', { 'className':'card__title', children: jsx('b', { className: 'mt_1' }) }, key)",
  ],
  [
    'const a = css({ mt: "1" }); jsx(Card.Body, { className: a })',
    "const a = 'mt_1'; jsx('div', { 'className':'card__body mt_1',  })",
  ],
  ['jsx(Stack, { as: Link, to: x })', "jsx(Link, { 'className':'d_flex flex-d_column gap_2', to: x })"],
])('writes %s as %s', (code, compiled) => {
  expect(compile(code)).toBe(compiled);
});

it.each([
  ['a style that is computed', 'jsx(Stack, { gap: x })'],
  ['classes that are computed', 'jsx(Stack, { className: x })'],
  ['properties that are not known', 'jsx(Stack, { ...x })'],
  ['the look of another element', 'jsx(Stack, { asChild: true, children: jsx("b", {}) })'],
  ['a name that stands for something else', 'const a = (Stack) => jsx(Stack, { gap: "4" })'],
  [
    'classes that an inner name hides',
    'const a = css({ mt: x }); const b = (a) => jsx(Stack, { className: a })',
  ],
])('leaves %s as it is', (_, code) => {
  expect(compile(code)).toBe(code.replaceAll('"', "'"));
});
