import { type AnyNode, parse } from 'acorn';
import { full } from 'acorn-walk';
import { newerApis, supportedMembers } from './newer-features.ts';
import { ecmaVersion } from './supported-browsers.ts';

/** Browser objects whose methods have names that are told from those of other objects. */
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
/** Methods that no object of a supported browser has, such as `toSorted`. */
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
 * The uses in a script of what the supported browsers lack: globals and their members by name (`Promise.withResolvers`),
 * methods of the language whose names are new (`.toSorted`). A new method with an old name, such as `map` of an
 * iterator, is not found; the browser tests take those away.
 * @throws SyntaxError when the script has syntax that is newer than `ecmaVersion`
 */
export const findNewerApis = (code: string): string[] => {
  const uses = new Set<string>();
  full(parse(code, { ecmaVersion, sourceType: 'module' }), (node) => {
    for (const use of usesOf(node)) uses.add(use);
  });
  return [...uses].sort();
};
