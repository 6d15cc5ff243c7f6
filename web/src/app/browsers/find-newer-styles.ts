import { newerCss } from './newer-features.ts';

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap((match) => match[1] ?? []);

const found = (kind: keyof typeof newerCss, names: readonly string[]): string[] =>
  names.filter((name) => newerCss[kind].has(name)).map((name) => `${kind} ${name}`);

/** What precedes `{`: the selectors of a rule, or an at-rule. */
const inPrelude = (text: string): string[] => [
  ...found('at-rule', matches(text, /@([a-z-]+)/g)),
  ...(text.trimStart().startsWith('@') ? [] : found('selector', matches(text, /:([a-z-]+)/g))),
];

const inDeclaration = (text: string): string[] => [
  ...found('property', matches(text, /^\s*([a-z-]+)\s*:/g)),
  ...found('function', matches(text, /([a-z-]+)\(/g)),
];

/** The uses in a style sheet of what the supported browsers lack, such as `selector popover-open`. */
export const findNewerStyles = (css: string): string[] => {
  const uses = new Set<string>();
  for (const [, text = '', end] of css.matchAll(/([^{};]*)([{};])/g)) {
    for (const use of end === '{' ? inPrelude(text) : inDeclaration(text)) uses.add(use);
  }
  return [...uses].sort();
};
