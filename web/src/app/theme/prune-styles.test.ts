import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem, type SystemConfig, type SystemContext } from '@chakra-ui/react/styled-system';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pruneAttributes, pruneProperties, pruneUtilities } from './prune-styles.ts';
import { readStyleWords } from './read-style-words.ts';
import { system } from './system.ts';

const packages = join(import.meta.dirname, '../../../../node_modules');
const chakra = join(packages, '@chakra-ui/react/dist/esm');
const panda = join(packages, '@pandacss/is-valid-prop/dist/index.mjs');
const emotion = join(packages, '@emotion/is-prop-valid/dist/emotion-is-prop-valid.esm.js');

interface IsValidProp {
  readonly allCssProperties: readonly string[];
  isCssProperty(name: string): boolean;
}

interface IsPropValid {
  default(name: string): boolean;
}

/** A colour, a space, a category of tokens, no token, no text. */
const values = ['bg', '4', 'colors', 'auto', true];

let folder: string;
let words: ReadonlySet<string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'styles-'));
  words = await readStyleWords();
});
afterAll(() => rm(folder, { recursive: true }));

/** Imports a module's code. */
const load = async <Module>(name: string, code: string): Promise<Module> => {
  const file = join(folder, name);
  await writeFile(file, code);
  return import(pathToFileURL(file).href);
};

/** Chakra's base preset without what the site does not name. */
const prunedPreset = async (): Promise<SystemConfig> => {
  const code = await readFile(join(chakra, 'preset-base.js'), 'utf8');
  const pruned = pruneUtilities(code, words).replaceAll("from './", `from '${pathToFileURL(chakra).href}/`);
  const module = await load<{ defaultBaseConfig: SystemConfig }>('preset-base.mjs', pruned);
  return module.defaultBaseConfig;
};

describe('pruneUtilities', () => {
  const preset = `
const defaultConditions = defineConditions({
  hover: "&:hover",
  visited: "&:visited"
});
const defaultBaseConfig = defineConfig({
  utilities: {
    width: { values: "sizes", shorthand: ["w"] },
    height: { values: "sizes", shorthand: ["h"] },
    inset: { values: "spacing" }
  }
});`;

  it.each([
    { named: [], kept: [] },
    { named: ['_hover', 'visited'], kept: ['hover'] },
    { named: ['w', 'inset'], kept: ['width', 'inset'] },
    { named: ['height', '_visited'], kept: ['visited', 'height'] },
  ])('keeps what is named by $named', ({ named, kept }) => {
    const pruned = pruneUtilities(preset, new Set(named));
    expect(
      ['hover', 'visited', 'width', 'height', 'inset'].filter((name) => pruned.includes(`${name}:`)),
    ).toEqual(kept);
  });

  it.each(['', 'defineConditions({});', 'defineConditions({}); defineConfig({});'])(
    'refuses a module of another structure: %j',
    (code) => {
      expect(() => pruneUtilities(code, new Set())).toThrow();
    },
  );

  it('changes no style that the site can name', async () => {
    const { theme = {} } = system._config;
    const pruned = createSystem(await prunedPreset(), { theme });
    const whole = createSystem(defaultBaseConfig, { theme });
    const utilities = whole.utility.keys().filter((name) => words.has(name));
    const conditions = whole.conditions.keys().filter((name) => words.has(name));
    const isChanged = (styleOf: (system: SystemContext) => unknown) =>
      !isDeepStrictEqual(styleOf(pruned), styleOf(whole));
    const changed = [
      ...utilities.filter((name) =>
        values.some((value) => isChanged(({ utility }) => utility.transform(name, value))),
      ),
      ...conditions.filter((name) => isChanged((system) => system.conditions.resolve(name))),
    ];
    expect(changed).toEqual([]);
    expect(utilities).toEqual(expect.arrayContaining(['bg', 'px', 'minHeight', 'transitionDuration']));
    expect(conditions).toEqual(expect.arrayContaining(['_hover', '_dark', 'md']));
    expect(pruned.properties.size).toBeLessThan(whole.properties.size / 2);
  });
});

describe('pruneProperties', () => {
  it('keeps the CSS properties that are named', () => {
    const code = 'var cssPropertiesStr = "color,float,widows";';
    expect(pruneProperties(code, new Set(['widows', 'color', 'width']))).toBe(
      'var cssPropertiesStr = "color,widows";',
    );
  });

  it('refuses a module of another structure', () => {
    expect(() => pruneProperties('var properties = "color";', new Set())).toThrow();
  });

  it('tells the same styles from attributes for every word of the site', async () => {
    const code = await readFile(panda, 'utf8');
    const whole = await load<IsValidProp>('whole.mjs', code);
    const pruned = await load<IsValidProp>('pruned.mjs', pruneProperties(code, words));
    expect([...words].filter((word) => pruned.isCssProperty(word) !== whole.isCssProperty(word))).toEqual([]);
    expect(pruned.allCssProperties.length).toBeLessThan(whole.allCssProperties.length / 2);
  });
});

describe('pruneAttributes', () => {
  it('keeps the attributes that are named', () => {
    const code = 'var reactPropsRegex = /^((href|loop|title)|((data|aria)-.*))$/;';
    expect(pruneAttributes(code, new Set(['title', 'href', 'data']))).toBe(
      'var reactPropsRegex = /^((href|title)|((data|aria)-.*))$/;',
    );
  });

  it('refuses a module of another structure', () => {
    expect(() => pruneAttributes('var attributes = /href/;', new Set())).toThrow();
  });

  it('gives elements the same attributes for every word of the site', async () => {
    const code = (await readFile(emotion, 'utf8')).replace(
      "'@emotion/memoize'",
      `'${pathToFileURL(join(packages, '@emotion/memoize/dist/emotion-memoize.esm.js')).href}'`,
    );
    const whole = await load<IsPropValid>('all-attributes.mjs', code);
    const pruned = await load<IsPropValid>('named-attributes.mjs', pruneAttributes(code, words));
    const names = [...words].flatMap((word) => [word, `aria-${word}`, `data-${word}`]);
    expect(names.filter((name) => pruned.default(name) !== whole.default(name))).toEqual([]);
    expect(whole.default('allowPaymentRequest')).toBe(true);
    expect(pruned.default('allowPaymentRequest')).toBe(false);
  });
});
