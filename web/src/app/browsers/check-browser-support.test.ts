import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { findNewerApis, findNewerStyles } from './check-browser-support.ts';
import { browserNames } from './newer-features.ts';

it.each([
  ['a static method', 'const { promise } = Promise.withResolvers()', ['Promise.withResolvers']],
  ['a static method of the browser', 'fetch("/", { signal: AbortSignal.any([a, b]) })', ['AbortSignal.any']],
  ['a method with a new name', '[3, 1].toSorted()', ['.toSorted()']],
  ['a method of elements', 'element.showPopover()', ['.showPopover()']],
  ['a global object', 'new URLPattern({ pathname: "/" })', ['URLPattern']],
  ['what is older than the list', 'structuredClone(Object.hasOwn(a, "b") ?? [1].at(-1))', []],
  ['a static method whose name an older instance has', 'response.json()', []],
])('finds %s', (_, code, expected) => {
  expect(findNewerApis(code)).toEqual(expected);
});

it.each([
  'using file = open();',
  'import data from "./data.json" with { type: "json" };',
  '/[a--b]/v.test(text)',
])('refuses the syntax of %j', (code) => {
  expect(() => findNewerApis(code)).toThrow(SyntaxError);
});

it.each([
  ['a property', 'a{anchor-name:--x}', ['property anchor-name']],
  ['a selector', 'a:popover-open{color:red}', ['selector popover-open']],
  ['an at-rule', '@starting-style{a{color:red}}', ['at-rule starting-style']],
  ['a function', 'a{color:light-dark(red,blue)}', ['function light-dark']],
  ['what is older than the list', '@media (hover:hover){a:focus-visible{inset:0;gap:calc(1px + 1rem)}}', []],
])('finds %s in a style sheet', (_, css, expected) => {
  expect(findNewerStyles(css)).toEqual(expected);
});

it('is said of the browsers that the README names', async () => {
  expect(await readFile('README.md', 'utf8')).toContain(`Supported browsers: ${browserNames},`);
});
