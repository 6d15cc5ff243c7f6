import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AnyNode, parse } from 'acorn';
import { full } from 'acorn-walk';
import type { Rolldown } from 'vite';
import { browserNames, ecmaVersion, newerApis, newerCss, supportedMembers } from './newer-features.ts';

/** Features that some supported browsers lack but the site may use, with the reason. */
const acceptedUses: Readonly<Record<string, string>> = {
  'Promise.withResolvers': 'polyfills.ts adds it',
  'AbortSignal.any': 'polyfills.ts adds it',
  '.toSorted()': 'polyfills.ts adds it',
  '.toReversed()': 'polyfills.ts adds it',
  '.toSpliced()': 'polyfills.ts adds it',
  'AbortSignal.timeout': 'only the name of its error is newer in Chrome',
  'URL.canParse': 'zod tests for it',
  '.startViewTransition()': 'React tests for it; the site has no view transitions',
  CloseWatcher: 'dialog-frame.tsx tests for it',
  '.use()': 'the hook of React',
  '.toArray()': 'React.Children.toArray',
  'function rect': 'the value of `clip`, which is older than the shape of that name',
  'property accent-color': 'checkboxes have the colour of the browser without it',
  'property contain-intrinsic-block-size': 'without it, cards off the screen are rendered',
  'property content-visibility': 'without it, cards off the screen are rendered',
  'property field-sizing': 'text areas have a fixed height without it',
  'property forced-color-adjust':
    'a browser without it has no colours that the user has set, or shows them all',
  'property overscroll-behavior': 'the page scrolls too at the end of a list without it',
  'property resize': 'text areas keep their height without it',
  'property text-size-adjust': 'prefixed for Safari, and Firefox changes no text of these pages',
  'property text-wrap': 'lines break where they are full without it',
  'property user-select': 'prefixed for Safari',
  'selector has':
    'without it, the radio or checkbox inside shows the state, the timetable keeps rows without a session, and tables keep empty places',
  'selector selection': 'the selection has the colour of the browser without it',
};

/** Browser objects whose methods have unambiguous names. */
const commonOwners = new Set([
  'Blob',
  'CSS',
  'Crypto',
  'Document',
  'Element',
  'FormData',
  'HTMLDialogElement',
  'HTMLElement',
  'HTMLFormElement',
  'HTMLInputElement',
  'HTMLSelectElement',
  'Navigator',
  'Node',
  'Performance',
  'Response',
  'URL',
  'URLSearchParams',
  'Window',
]);

const newerGlobals = new Set(newerApis.flatMap(({ owner, member }) => (member === null ? [owner] : [])));
const newerOwnMembers = new Set(
  newerApis.flatMap(({ owner, member, isOn }) => (isOn === 'instances' ? [] : [`${owner}.${member}`])),
);
const newerMethods = new Set(
  newerApis.flatMap(({ owner, member, isOn }) => {
    const isTold = isOn === 'either' || (isOn === 'instances' && commonOwners.has(owner));
    return member !== null && isTold && !supportedMembers.has(member) ? [member] : [];
  }),
);

const usesOf = (node: AnyNode): string[] => {
  if (node.type === 'Identifier') return newerGlobals.has(node.name) ? [node.name] : [];
  const member = node.type === 'CallExpression' ? node.callee : node;
  if (member.type !== 'MemberExpression' || member.property.type !== 'Identifier') return [];
  const { object, property, computed } = member;
  if (computed) return [];
  const own = object.type === 'Identifier' && `${object.name}.${property.name}`;
  if (own && newerOwnMembers.has(own)) return [own];
  return node.type === 'CallExpression' && newerMethods.has(property.name) ? [`.${property.name}()`] : [];
};

/**
 * Finds uses of features that supported browsers lack: globals and their members by name (`Promise.withResolvers`), and
 * methods with new names (`.toSorted`). It cannot find a new method with an old name, such as `map` of an iterator; the
 * browser tests remove those.
 * @throws SyntaxError when the script has syntax that is newer than `ecmaVersion`
 */
export const findNewerApis = (code: string): string[] => {
  const uses = new Set<string>();
  full(parse(code, { ecmaVersion, sourceType: 'module' }), (node) => {
    for (const use of usesOf(node)) uses.add(use);
  });
  return [...uses].sort();
};

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap((match) => match[1] ?? []);

const found = (kind: keyof typeof newerCss, names: readonly string[]): string[] =>
  names.filter((name) => newerCss[kind].has(name)).map((name) => `${kind} ${name}`);

const inPrelude = (text: string): string[] => [
  ...found('at-rule', matches(text, /@([a-z-]+)/g)),
  ...(text.trimStart().startsWith('@') ? [] : found('selector', matches(text, /:([a-z-]+)/g))),
];

const inDeclaration = (text: string): string[] => [
  ...found('property', matches(text, /^\s*([a-z-]+)\s*:/g)),
  ...found('function', matches(text, /([a-z-]+)\(/g)),
];

export const findNewerStyles = (css: string): string[] => {
  const uses = new Set<string>();
  for (const [, text = '', end] of css.matchAll(/([^{};]*)([{};])/g)) {
    for (const use of end === '{' ? inPrelude(text) : inDeclaration(text)) uses.add(use);
  }
  return [...uses].sort();
};

/** @throws Error naming each use of a feature that supported browsers lack, and its file */
export const checkBrowserSupport = async (
  { output }: Rolldown.RolldownOutput,
  folder: string,
): Promise<void> => {
  const uses = new Map<string, string[]>();
  for (const file of output) {
    if (file.type === 'chunk') uses.set(file.fileName, findNewerApis(file.code));
  }
  const styleSheets = (await readdir(join(folder, 'assets'))).filter((name) => name.endsWith('.css'));
  for (const name of styleSheets) {
    uses.set(name, findNewerStyles(await readFile(join(folder, 'assets', name), 'utf8')));
  }
  const problems = [...uses].flatMap(([file, found]) =>
    found.filter((use) => !(use in acceptedUses)).map((use) => `${use} (${file})`),
  );
  if (problems.length > 0) throw new Error(`Not in ${browserNames}:\n${problems.join('\n')}`);
};
