import { type ObjectExpression, type Program, type Property, parse } from 'acorn';
import { simple } from 'acorn-walk';

const propertiesOf = ({ properties }: ObjectExpression): Property[] =>
  properties.filter((property) => property.type === 'Property');

const nameOf = ({ key }: Property): string => {
  if (key.type !== 'Identifier') throw new Error(`A style has a name of type ${key.type}`);
  return key.name;
};

const memberOf = (object: ObjectExpression, name: string): Property['value'] | undefined =>
  propertiesOf(object).find((property) => nameOf(property) === name)?.value;

/** The object that a function is called with. */
const argumentOf = (program: Program, callee: string): ObjectExpression => {
  const found: ObjectExpression[] = [];
  simple(program, {
    CallExpression: ({ callee: called, arguments: [argument] }) => {
      if (called.type === 'Identifier' && called.name === callee && argument?.type === 'ObjectExpression') {
        found.push(argument);
      }
    },
  });
  const [object] = found;
  if (!object) throw new Error(`The module does not call ${callee} with an object`);
  return object;
};

/** The names by which styles use a utility: its own and its shorthands. */
const namesOf = (utility: Property): string[] => {
  const shorthands = utility.value.type === 'ObjectExpression' && memberOf(utility.value, 'shorthand');
  const literals = shorthands && shorthands.type === 'ArrayExpression' ? shorthands.elements : [];
  return [
    nameOf(utility),
    ...literals.flatMap((name) => (name?.type === 'Literal' ? [String(name.value)] : [])),
  ];
};

/** Removes properties, each with the comma that follows it. */
const without = (code: string, properties: readonly Property[]): string =>
  properties
    .toSorted((one, other) => other.start - one.start)
    .reduce((left, { start, end }) => left.slice(0, start) + left.slice(end).replace(/^,/, ''), code);

/**
 * Removes from Chakra's base preset the conditions and the utilities that no style names.
 * @param code of the module `preset-base.js`
 * @param words all words of the sources that name styles
 * @throws Error when the module has another structure
 */
export const pruneUtilities = (code: string, words: ReadonlySet<string>): string => {
  const program = parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
  const utilities = memberOf(argumentOf(program, 'defineConfig'), 'utilities');
  if (utilities?.type !== 'ObjectExpression') throw new Error('The preset has no utilities');
  return without(code, [
    ...propertiesOf(argumentOf(program, 'defineConditions')).filter((it) => !words.has(`_${nameOf(it)}`)),
    ...propertiesOf(utilities).filter((it) => !namesOf(it).some((name) => words.has(name))),
  ]);
};

/**
 * Keeps the named ones of a list in a module's code.
 * @param list matches the list
 */
const pruneList = (code: string, list: RegExp, separator: string, words: ReadonlySet<string>): string => {
  if (!list.test(code)) throw new Error(`The module does not contain: ${list}`);
  return code.replace(list, (names) =>
    names
      .split(separator)
      .filter((name) => words.has(name))
      .join(separator),
  );
};

/**
 * Removes from Panda's list of CSS properties, which tells styles from attributes, those that no style names.
 * @param code of the module `is-valid-prop`
 * @param words all words of the sources that name styles
 * @throws Error when the module has another structure
 */
export const pruneProperties = (code: string, words: ReadonlySet<string>): string =>
  pruneList(code, /(?<=cssPropertiesStr = ")[\w,]+(?=")/, ',', words);

/**
 * Removes from Emotion's list of attributes, which elements get, those that no element names.
 * @param code of the module `is-prop-valid`
 * @param words all words of the sources that name attributes
 * @throws Error when the module has another structure
 */
export const pruneAttributes = (code: string, words: ReadonlySet<string>): string =>
  pruneList(code, /(?<=reactPropsRegex = \/\^\(\()[\w|]+(?=\)\|)/, '|', words);
